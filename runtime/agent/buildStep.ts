// Puts one step together from the reply, what the parser made of it and what came back. Pure.
//
// Decisions on what counts: a step is parsed when its reply held code that Python could read, refused code included; it is
// executed when the code ran to its end or to final_answer, and tried nothing that the sandbox had to stop. A reply that gives
// the answer by itself counts as both, as the call of final_answer does.
import type { Failure } from '../contract/failure.ts';
import type { Observation, ObservationKind } from '../contract/observation.ts';
import type { ParsedReply, Reply } from '../contract/reply.ts';
import type { Step } from '../contract/step.ts';
import type { StepResult } from '../sandbox/sandbox.ts';

export interface StepBase {
  readonly index: number;
  readonly startedAt: string;
  readonly reply: Reply;
  readonly parsed: ParsedReply;
  readonly shortenedObservations: readonly number[];
}

/** A step whose code the sandbox took. */
export function ranStep(base: StepBase, result: StepResult, text: string): Step {
  const { outcome, violations } = result;
  const ended = outcome === 'executed' || outcome === 'final-answer';
  return {
    ...common(base),
    parsed: outcome !== 'syntax-error',
    executed: ended && violations.length === 0,
    observation: {
      kind: outcome,
      text,
      stdout: result.stdout,
      stdoutCut: result.stdoutCut,
      value: result.value,
      error: result.error,
      refusals: [...result.refusals],
      warnings: [...result.warnings],
      recovery: result.recovery,
      violations: [...violations],
    },
    toolCalls: [...result.toolCalls],
    variables: [...result.variables],
    outputFiles: [...result.outputFiles],
    sandboxMilliseconds: result.milliseconds,
  };
}

/** A step whose reply held no code that may run. */
export function codelessStep(base: StepBase, text: string): Step {
  return unranStep(base, 'no-code', text);
}

/** A step whose reply gave the answer, in a protocol where replies do. */
export function answeredStep(base: StepBase): Step {
  return {
    ...unranStep(base, 'final-answer', 'The answer was handed in.'),
    parsed: true,
    executed: true,
  };
}

/** A step that a person stopped before its code ran. */
export function cancelledStep(base: StepBase): Step {
  return unranStep(base, 'cancelled', 'A person stopped the step before its code ran.');
}

/** A step in which machinery broke: kept as far as it got. */
export function brokenStep(base: StepBase, { message }: Failure): Step {
  return unranStep(base, 'aborted', `The step broke off. ${message}`);
}

/** The same step with its observation as the next prompt shows it. */
export function withObservationText(step: Step, text: string): Step {
  return { ...step, observation: { ...step.observation, text } };
}

function unranStep(base: StepBase, kind: ObservationKind, text: string): Step {
  return {
    ...common(base),
    parsed: false,
    executed: false,
    observation: { ...silent, kind, text },
    toolCalls: [],
    variables: [],
    outputFiles: [],
    sandboxMilliseconds: 0,
  };
}

/** An observation of code that did not run. */
const silent = {
  stdout: '',
  stdoutCut: 0,
  value: null,
  error: null,
  refusals: [],
  warnings: [],
  recovery: 'none',
  violations: [],
} satisfies Partial<Observation>;

function common({ index, startedAt, reply, parsed, shortenedObservations }: StepBase) {
  return {
    index,
    startedAt,
    reply,
    thought: parsed.thought,
    code: parsed.code,
    faults: parsed.faults,
    shortenedObservations: [...shortenedObservations],
  };
}
