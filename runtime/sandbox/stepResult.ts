// Puts together what Python reported, what the worker saw and what the tools did into the result of a step. Pure.
import type { OutputFile, PythonError, Recovery, Variable } from '../contract/observation.ts';
import type { ToolCall } from '../contract/tool.ts';
import type { StepOutcome, StepResult } from './sandbox.ts';
import type { StepReport } from './stepReport.ts';
import type { RequestEnd } from './workerProtocol.ts';

export interface StepFacts {
  /** Null when Python did not get to report, or its report cannot be read. */
  readonly report: StepReport | null;
  /** Null when the worker had to be ended. */
  readonly end: RequestEnd | null;
  readonly cancelled: boolean;
  readonly timeoutMilliseconds: number;
  /** Recovery of a worker that was ended; the worker's own otherwise. */
  readonly recovery: Recovery;
  readonly finalAnswer: { readonly value: unknown } | null;
  readonly toolCalls: readonly ToolCall[];
  readonly toolViolations: readonly string[];
  readonly outputFiles: readonly OutputFile[];
  /** Variables as they were before the step, for a step that was rolled back. */
  readonly variablesBefore: readonly Variable[];
  readonly milliseconds: number;
}

export function stepResult(facts: StepFacts): StepResult {
  const { report } = facts;
  const outcome = outcomeOf(facts);
  return {
    outcome,
    stdout: report?.stdout ?? '',
    stdoutCut: report?.stdoutCut ?? 0,
    value: outcome === 'executed' ? (report?.value ?? null) : null,
    finalAnswer: outcome === 'final-answer' ? facts.finalAnswer : null,
    error: errorOf(facts, outcome),
    refusals: report?.refusals ?? [],
    warnings: report?.warnings ?? [],
    bound: report?.bound ?? [],
    deleted: report?.deleted ?? [],
    toolCalls: facts.toolCalls,
    recovery: recoveryOf(facts, outcome),
    violations: [
      ...new Set([...(facts.end?.violations ?? []), ...tampering(facts), ...facts.toolViolations]),
    ],
    variables: report?.variables ?? keptVariables(facts),
    outputFiles: facts.outputFiles,
    milliseconds: facts.milliseconds,
  };
}

function outcomeOf(facts: StepFacts): StepOutcome {
  const { report, end } = facts;
  if (facts.finalAnswer !== null) return 'final-answer';
  if (facts.cancelled) return 'cancelled';
  if (end === null) return 'timeout';
  if (end.interruptedBy === 'timeout') return 'timeout';
  if (end.end !== 'returned' || report === null) return 'aborted';
  if (report.outcome === 'interrupted') return 'timeout';
  // Python says that there is an answer, but no tool call brought one.
  return report.outcome === 'final-answer' ? 'aborted' : report.outcome;
}

function recoveryOf(facts: StepFacts, outcome: StepOutcome): Recovery {
  if (facts.end === null) return facts.recovery;
  if (facts.end.recovery !== 'none') return facts.end.recovery;
  return outcome === 'timeout' || outcome === 'cancelled' ? 'interrupted' : 'none';
}

function errorOf(facts: StepFacts, outcome: StepOutcome): PythonError | null {
  const kept = keptText(recoveryOf(facts, outcome));
  switch (outcome) {
    case 'timeout':
      return plainError(
        'TimeoutError',
        `the step passed its time limit of ${facts.timeoutMilliseconds / 1000} s and was stopped; ${kept}`,
      );
    case 'cancelled':
      return plainError('KeyboardInterrupt', `the step was stopped by a person; ${kept}`);
    case 'aborted':
      return plainError('SandboxError', `${abortText(facts)}; ${kept}`);
    case 'final-answer':
      return null;
    case 'executed':
    case 'python-error':
    case 'refused':
    case 'syntax-error':
      return facts.report?.error ?? null;
  }
}

function plainError(type: string, message: string): PythonError {
  return { type, message, line: null, traceback: [] };
}

function keptText(recovery: Recovery): string {
  switch (recovery) {
    case 'none':
    case 'interrupted':
      return 'what it had assigned is kept';
    case 'rolled-back':
    case 'moved':
      return 'variables and files are as they were before it';
    case 'lost':
      return 'no variable could be kept, so the namespace is empty';
  }
}

function abortText({ end, report }: StepFacts): string {
  const cause = end?.cause ?? '';
  if (cause === 'violation') return `the step was ended because ${end?.message ?? ''}`;
  if (cause === 'RangeError') return 'the step was ended because it went too deep for the stack';
  const forged = end?.end !== 'aborted' || cause === 'channel' || report !== null;
  return forged
    ? 'the step was ended because it wrote to the channel of the sandbox itself'
    : `the step was ended because Python itself stopped (${end.message || cause})`;
}

function tampering(facts: StepFacts): string[] {
  const { end, report } = facts;
  if (end === null || end.end === 'aborted') return end?.cause === 'channel' ? ['channel'] : [];
  const forged = end.end === 'tampered' || report === null;
  const unanswered = report?.outcome === 'final-answer' && facts.finalAnswer === null;
  return forged || unanswered ? ['report'] : [];
}

function keptVariables(facts: StepFacts): Variable[] {
  if (facts.recovery === 'lost' || facts.end?.recovery === 'lost') return [];
  return facts.variablesBefore.map((variable) => ({ ...variable, change: 'unchanged' }));
}
