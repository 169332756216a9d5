// Rollouts whose ends a test writes down: how right the answer was, or what broke.
import type { RolloutEnding, RolloutOptions, RolloutRequest } from '../../runtime/agentRuntime.ts';
import type { Failure } from '../../runtime/contract/failure.ts';
import { at } from './records.ts';

/** A number in 0..1; null when the judge could not tell; a failure when the rollout broke off. */
export type ScriptedEnd = number | null | Failure;

/** What `FakeRuntime` takes as `run`: each rollout tells what the events of a real one tell. */
export function scriptedRun(
  endOf: (request: RolloutRequest) => ScriptedEnd,
): (request: RolloutRequest, options: RolloutOptions) => Promise<RolloutEnding> {
  return async (request, options) => {
    await Promise.resolve();
    options.signal.throwIfAborted();
    return play(request, options, endOf(request));
  };
}

function play(
  { trajectoryId, recipe }: RolloutRequest,
  { onEvent }: RolloutOptions,
  end: ScriptedEnd,
): RolloutEnding {
  const event = { version: 1, trajectoryId, at } as const;
  if (typeof end === 'object' && end !== null) {
    onEvent({ ...event, type: 'failure-recorded', failure: end });
    return { stopReason: 'failure', failure: end };
  }
  const reason = end === null ? 'unscored: the judge said nothing' : 'judged';
  const parts = [{ name: 'answer', score: end, weight: 1, reason }];
  const reward = { recipe: recipe.name, parts, total: end, correctness: end };
  onEvent({ ...event, type: 'reward-assigned', reward });
  return { stopReason: 'final-answer', failure: null };
}
