// What the events of rollouts tell beside right and wrong, kept by trajectory while they go on.
import type { RunEvent } from '../../contract/events.ts';

export class HeardFigures {
  readonly #figures = new Map<string, Record<string, number>>();

  hear(event: RunEvent): void {
    const { trajectoryId } = event;
    const known = this.#figures.get(trajectoryId) ?? {};
    if (event.type === 'step-ended') {
      const { usage } = event.step.reply;
      // NaN: a sum that leaves a step out would be too small.
      const tokens = (known['tokens'] ?? 0) + (usage?.completionTokens ?? NaN);
      this.#figures.set(trajectoryId, { ...known, tokens });
    }
    if (event.type === 'rollout-ended') {
      this.#figures.set(trajectoryId, { ...known, steps: event.steps, ...rewardFigures(event) });
    }
  }

  /** Those of an ended rollout, which are then forgotten. */
  take(trajectoryId: string): Readonly<Record<string, number>> {
    const figures = this.#figures.get(trajectoryId) ?? {};
    this.#figures.delete(trajectoryId);
    return Object.fromEntries(Object.entries(figures).filter(([, value]) => !Number.isNaN(value)));
  }
}

type Ended = Extract<RunEvent, { type: 'rollout-ended' }>;

function rewardFigures({ reward }: Ended): Record<string, number> {
  if (reward === null) return {};
  const parts = reward.parts.flatMap(({ name, score }): [string, number][] =>
    score === null ? [] : [[`reward/${name}`, score]],
  );
  const total: [string, number][] = reward.total === null ? [] : [['reward/total', reward.total]];
  return Object.fromEntries([...total, ...parts]);
}
