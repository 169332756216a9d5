// Steps of a trajectory file of what an importer read. Nothing was sampled or run here: there are no tokens, variables or files,
// and a time that the source does not say is 0. Pure.
import type { Observation, PythonError } from '../../../contract/observation.ts';
import type { Step } from '../../../contract/step.ts';
import type { ToolCall } from '../../../contract/tool.ts';
import type { ForeignCall, ForeignStep, ForeignTrajectory } from './foreignFormat.ts';
import { sourceTime } from './sourceTime.ts';

/** The last step of a trajectory with an answer counts as the one that gave it. */
export function foreignSteps(trajectory: ForeignTrajectory, startedAt: string): Step[] {
  const { steps, model, finalAnswer } = trajectory;
  return steps.map((step, place) => {
    const isAnswer = finalAnswer !== null && place === steps.length - 1;
    return stepOf(step, { index: place + 1, model: model ?? 'unknown', startedAt, isAnswer });
  });
}

interface Place {
  readonly index: number;
  readonly model: string;
  /** Of the trajectory. */
  readonly startedAt: string;
  readonly isAnswer: boolean;
}

function stepOf(step: ForeignStep, { index, model, startedAt, isAnswer }: Place): Step {
  const acted = step.code !== null || isAnswer;
  return {
    index,
    startedAt: sourceTime(step.startedAt) ?? startedAt,
    reply: {
      text: step.reply,
      reasoning: step.reasoning,
      finishReason: 'unknown',
      stopString: null,
      model,
      usage: step.usage,
      tokens: null,
      firstTokenMilliseconds: null,
      milliseconds: step.replyMilliseconds ?? 0,
    },
    thought: step.thought,
    code: step.code,
    faults: [],
    parsed: acted,
    executed: acted && step.error === null,
    observation: observationOf(step, isAnswer),
    toolCalls: step.calls.map(toolCallOf),
    variables: [],
    outputFiles: [],
    shortenedObservations: [],
    sandboxMilliseconds: step.actionMilliseconds ?? 0,
  };
}

function observationOf(step: ForeignStep, isAnswer: boolean): Observation {
  return {
    kind: kindOf(step, isAnswer),
    text: step.observation,
    stdout: '',
    stdoutCut: 0,
    value: null,
    error: step.error === null ? null : errorOf(step.error),
    refusals: [],
    warnings: [],
    recovery: 'none',
    violations: [],
  };
}

function kindOf({ error, code }: ForeignStep, isAnswer: boolean): Observation['kind'] {
  if (error !== null) return 'python-error';
  if (isAnswer) return 'final-answer';
  return code === null ? 'no-code' : 'executed';
}

/** `KeyError: 'a'` names its class; what else a source says is a message. */
function errorOf(text: string): PythonError {
  const named = /^([A-Za-z_][\w.]*(?:Error|Exception|Warning|Exit|Interrupt)):\s*([^]*)$/.exec(
    text,
  );
  const [type, message] = named === null ? ['Error', text] : [named[1] ?? '', named[2] ?? ''];
  return { type, message, line: null, traceback: [] };
}

function toolCallOf(call: ForeignCall, index: number): ToolCall {
  return {
    index,
    name: call.name,
    arguments: { ...call.arguments },
    outcome: call.isError ? 'error' : 'ok',
    preview: call.preview,
    milliseconds: 0,
  };
}
