// What the events of rollouts tell that goes into a result, kept by trajectory while they go on.
import type { RunEvent } from '../contract/events.ts';
import type { EvaluationResult } from '../contract/evaluation.ts';
import type { Step } from '../contract/step.ts';

export type HeardResult = Pick<
  EvaluationResult,
  | 'finalAnswer'
  | 'verdict'
  | 'reward'
  | 'steps'
  | 'parsedSteps'
  | 'executedSteps'
  | 'promptTokens'
  | 'completionTokens'
  | 'judgeTokens'
  | 'servedModel'
>;

const nothing: HeardResult = {
  ...{ finalAnswer: null, verdict: null, reward: null },
  ...{ steps: 0, parsedSteps: 0, executedSteps: 0 },
  ...{ promptTokens: 0, completionTokens: 0, judgeTokens: null, servedModel: null },
};

export class HeardRollouts {
  readonly #heard = new Map<string, HeardResult>();

  hear(event: RunEvent): void {
    const { trajectoryId } = event;
    const before = this.#heard.get(trajectoryId) ?? nothing;
    const after = heardAfter(before, event);
    if (after !== before) this.#heard.set(trajectoryId, after);
  }

  /** Of a rollout that has ended, which is then forgotten. */
  take(trajectoryId: string): HeardResult {
    const heard = this.#heard.get(trajectoryId) ?? nothing;
    this.#heard.delete(trajectoryId);
    return heard;
  }
}

function heardAfter(before: HeardResult, event: RunEvent): HeardResult {
  if (event.type === 'step-ended') return withStep(before, event.step);
  if (event.type === 'reward-assigned') return { ...before, reward: event.reward.total };
  if (event.type === 'rollout-ended') return { ...before, finalAnswer: event.finalAnswer };
  if (event.type !== 'verdict-given') return before;
  const { verdict } = event;
  const level = verdict.outcome === 'scored' ? verdict.level : null;
  return { ...before, verdict: level, judgeTokens: tokensOf(verdict.cost ?? null) };
}

function withStep(before: HeardResult, { parsed, executed, reply }: Step): HeardResult {
  const { usage, model } = reply;
  return {
    ...before,
    steps: before.steps + 1,
    parsedSteps: before.parsedSteps + Number(parsed),
    executedSteps: before.executedSteps + Number(executed),
    promptTokens: added(before.promptTokens, usage?.promptTokens),
    completionTokens: added(before.completionTokens, usage?.completionTokens),
    servedModel: model,
  };
}

/** A sum that leaves a step out would be too small: null from then on. */
function added(sum: number | null, more: number | undefined): number | null {
  return sum === null || more === undefined ? null : sum + more;
}

function tokensOf(
  cost: { readonly promptTokens: number | null; readonly completionTokens: number | null } | null,
): number | null {
  if (cost === null || cost.promptTokens === null || cost.completionTokens === null) return null;
  return cost.promptTokens + cost.completionTokens;
}
