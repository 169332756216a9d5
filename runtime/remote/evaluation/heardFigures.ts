// What the events of rollouts tell beside right and wrong, kept by trajectory while they go on.
import type { RunEvent, RunEventOf } from '../../contract/events.ts';

/** Sums over the steps of a rollout. */
interface HeardSteps {
  readonly steps: number;
  /** Null once a step did not say: a sum that leaves one out would be too small. */
  readonly tokens: number | null;
  readonly parsed: number;
  readonly executed: number;
}

interface Heard {
  readonly sums: HeardSteps;
  /** What is known at its end alone. */
  readonly ended: Readonly<Record<string, number>>;
}

const nothing: Heard = { sums: { steps: 0, tokens: 0, parsed: 0, executed: 0 }, ended: {} };

export class HeardFigures {
  readonly #heard = new Map<string, Heard>();

  hear(event: RunEvent): void {
    const { trajectoryId } = event;
    const known = this.#heard.get(trajectoryId) ?? nothing;
    if (event.type === 'step-ended') {
      this.#heard.set(trajectoryId, { ...known, sums: withStep(known.sums, event) });
    }
    if (event.type === 'rollout-ended') {
      const ended = { steps: event.steps, ...rewardFigures(event) };
      this.#heard.set(trajectoryId, { ...known, ended });
    }
  }

  /** Those of an ended rollout, which are then forgotten. */
  take(trajectoryId: string): Readonly<Record<string, number>> {
    const { sums, ended } = this.#heard.get(trajectoryId) ?? nothing;
    this.#heard.delete(trajectoryId);
    return { ...stepFigures(sums), ...ended };
  }
}

function withStep(sums: HeardSteps, { step }: RunEventOf<'step-ended'>): HeardSteps {
  const tokens = step.reply.usage?.completionTokens;
  return {
    steps: sums.steps + 1,
    tokens: sums.tokens === null || tokens === undefined ? null : sums.tokens + tokens,
    parsed: sums.parsed + Number(step.parsed),
    executed: sums.executed + Number(step.executed),
  };
}

/** Shares of the steps, whatever the reward of the recipe counts; none of a rollout without a step. */
function stepFigures({ steps, tokens, parsed, executed }: HeardSteps): Record<string, number> {
  if (steps === 0) return {};
  const shares = { parsed: parsed / steps, executed: executed / steps };
  return tokens === null ? shares : { tokens, ...shares };
}

function rewardFigures({ reward }: RunEventOf<'rollout-ended'>): Record<string, number> {
  if (reward === null) return {};
  const parts = reward.parts.flatMap(({ name, score }): [string, number][] =>
    score === null ? [] : [[`reward/${name}`, score]],
  );
  const total: [string, number][] = reward.total === null ? [] : [['reward/total', reward.total]];
  return Object.fromEntries([...total, ...parts]);
}
