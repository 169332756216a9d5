// Steps that come from another trajectory, and replies that a person wrote: the loop takes them before it asks the policy.
// Which steps those are is decided in runtime/rollout; how they run is loop.ts.
import type { ParsedReply, Reply } from '../contract/reply.ts';
import type { Step } from '../contract/step.ts';

/** A step of the parent trajectory. */
export interface CarriedStep {
  readonly step: Step;
  /** Whether its code runs again; else the step is taken over as it was, because its effects are there already. */
  readonly runAgain: boolean;
}

/** A reply in place of the policy's. */
export interface WrittenReply {
  readonly reply: Reply;
  readonly parsed: ParsedReply;
}

/** The parent's reply as another trajectory keeps it: nothing of it was sampled or spent there. */
export function carriedReply(reply: Reply): Reply {
  return { ...reply, ...unsampled, origin: 'parent' };
}

/** The step as its parent recorded it. */
export function takenOver(step: Step): Step {
  return { ...step, reply: carriedReply(step.reply) };
}

/** A reply that a person wrote, with the thought that the step had. */
export function writtenReply(thought: string, code: string, text: string): WrittenReply {
  const reply: Reply = {
    text,
    reasoning: null,
    finishReason: 'stop',
    stopString: null,
    model: 'person',
    ...unsampled,
    origin: 'person',
  };
  return { reply, parsed: { thought, code, faults: [] } };
}

/** The step with a warning where its code did something else than in the parent. */
export function comparedWithParent(now: Step, before: Step): Step {
  const note = differenceNote(now, before);
  if (note === null) return now;
  const { observation } = now;
  return { ...now, observation: { ...observation, warnings: [...observation.warnings, note] } };
}

function differenceNote(now: Step, before: Step): string | null {
  if (ending(now) !== ending(before)) {
    return `This step was run again and ended differently: ${ending(now)} instead of ${ending(before)}.`;
  }
  const [here, there] = [now.observation, before.observation];
  return here.stdout === there.stdout && here.value === there.value
    ? null
    : 'This step was run again and its output differs from the recorded one.';
}

function ending({ observation: { kind, error } }: Step): string {
  return error === null ? kind : `${kind} (${error.type})`;
}

const unsampled = {
  usage: { promptTokens: 0, completionTokens: 0 },
  tokens: null,
  firstTokenMilliseconds: null,
  milliseconds: 0,
} satisfies Partial<Reply>;
