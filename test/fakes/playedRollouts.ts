// Rollouts whose events tell what those of real ones tell: a step with its tokens, a verdict, the reward, the end.
import type { RolloutEnding, RolloutOptions, RolloutRequest } from '../../runtime/agentRuntime.ts';
import type { Failure } from '../../runtime/contract/failure.ts';
import type { Verdict } from '../../runtime/contract/judge.ts';
import { at, makeReply, makeStep } from './records.ts';

/** Whether the answer was right; null when the judge could not tell; a failure when the rollout broke off. */
export type PlayedEnd = boolean | null | Failure;

export interface PlayedRollouts {
  readonly endOf: (request: RolloutRequest) => PlayedEnd;
  /** Of each step; null where the server does not say. */
  readonly usage?: { readonly promptTokens: number; readonly completionTokens: number } | null;
  /** As the engine names it. */
  readonly servedModel?: string;
}

const usual = { promptTokens: 1000, completionTokens: 100 };

/** What `FakeRuntime` takes as `run`: two steps each. */
export function playedRun(
  played: PlayedRollouts,
): (request: RolloutRequest, options: RolloutOptions) => Promise<RolloutEnding> {
  return async (request, options) => {
    await Promise.resolve();
    options.signal.throwIfAborted();
    return play(request, options, played);
  };
}

function play(
  request: RolloutRequest,
  { onEvent }: RolloutOptions,
  { endOf, usage = usual, servedModel = 'served' }: PlayedRollouts,
): RolloutEnding {
  const event = { version: 1, trajectoryId: request.trajectoryId, at } as const;
  const end = endOf(request);
  if (typeof end === 'object' && end !== null) {
    onEvent({ ...event, type: 'failure-recorded', failure: end });
    return { stopReason: 'failure', failure: end };
  }
  const reply = makeReply({ usage, model: servedModel });
  onEvent({ ...event, type: 'step-ended', step: makeStep({ index: 1, reply, executed: false }) });
  onEvent({ ...event, type: 'step-ended', step: makeStep({ index: 2, reply }) });
  const score = end === null ? null : Number(end);
  onEvent({ ...event, type: 'verdict-given', verdict: verdictOf(score) });
  const parts = [{ name: 'answer', score, weight: 1, reason: 'as played' }];
  const reward = { recipe: request.recipe.name, parts, total: score, correctness: score };
  onEvent({ ...event, type: 'reward-assigned', reward });
  const stopReason = 'final-answer';
  const told = { stopReason, finalAnswer: '3', steps: 2, reward, failure: null } as const;
  onEvent({ ...event, type: 'rollout-ended', ...told, milliseconds: 5 });
  return { stopReason, failure: null };
}

function verdictOf(score: number | null): Verdict {
  const judge = { name: 'rule', version: '1', kind: 'rule' } as const;
  if (score === null) return { outcome: 'unscored', judge, cause: 'the judge said nothing' };
  const level = score === 1 ? 'Correct' : 'Wrong';
  return { outcome: 'scored', judge, score, level, reason: 'as played' };
}
