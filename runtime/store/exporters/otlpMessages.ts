// What was said in one call of the model, as attributes of its span: messages of parts, as the text of their JSON. Pure.
import type { Step } from '../../contract/step.ts';
import type { Trajectory } from '../../contract/trajectory.ts';
import { codeCall } from './codeCall.ts';

export interface ChatParts {
  /** Null where there is none. */
  readonly system: string | null;
  readonly input: string;
  readonly output: string;
}

/** Each span repeats what was said before; of a long trajectory the newest steps only, or the file would grow with their square. */
const mostRepeated = 50;

/** @param at index of the step */
export function otlpChat({ started, steps }: Trajectory, at: number): ChatParts {
  const { system, user } = started.prompt;
  const before = steps.slice(Math.max(0, at - mostRepeated), at);
  const input = [{ role: 'user', parts: [text(user)] }, ...before.flatMap(turn)];
  const step = steps[at];
  const output = step === undefined ? [] : [{ ...reply(step), finish_reason: finishOf(step) }];
  return {
    system: system === '' ? null : JSON.stringify([text(system)]),
    input: JSON.stringify(input),
    output: JSON.stringify(output),
  };
}

function text(content: string): unknown {
  return { type: 'text', content };
}

function reply(step: Step): { role: string; parts: unknown[] } {
  const call = codeCall(step);
  const { reasoning } = step.reply;
  const parts = [
    ...(reasoning === null ? [] : [{ type: 'reasoning', content: reasoning }]),
    ...(step.thought === '' && call !== null ? [] : [text(step.thought)]),
    ...(call === null ? [] : [{ type: 'tool_call', ...call }]),
  ];
  return { role: 'assistant', parts };
}

function finishOf({ code, reply: { finishReason } }: Step): string {
  if (finishReason === 'length') return 'length';
  return code === null ? 'stop' : 'tool_call';
}

function turn(step: Step): unknown[] {
  const { text: observation } = step.observation;
  const call = codeCall(step);
  if (call === null) return [reply(step), { role: 'user', parts: [text(observation)] }];
  const response = { type: 'tool_call_response', id: call.id, response: observation };
  return [reply(step), { role: 'tool', parts: [response] }];
}
