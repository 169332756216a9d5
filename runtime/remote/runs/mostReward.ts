// The largest reward that a recipe can give, which a full bar stands for. Pure.
import type { RewardSettings } from '../../contract/rewardSettings.ts';

export function mostReward(settings: RewardSettings): number {
  switch (settings.kind) {
    case 'tool-r1':
      return sum(Object.values(settings.weights));
    case 'toolrl':
      return mostToolRl(settings);
    case 'artist-math':
      return sum([settings.answer, settings.formatRelaxed, settings.formatStrict, settings.tool]);
    case 'artist-tools':
      return sum([
        settings.state,
        settings.function,
        settings.formatRelaxed,
        settings.formatStrict,
      ]);
    case 'exact-set':
    case 'binary-answer':
      return 1;
  }
}

/** Correctness, form (at most 1) and length (at most 1); with the dynamic scale form and correctness together are at most 4. */
function mostToolRl(settings: Extract<RewardSettings, { kind: 'toolrl' }>): number {
  const both = settings.scale === 'dynamic' ? 4 : settings.correctnessRange + 1;
  return both + (settings.length === 'none' ? 0 : 1);
}

/** At least 1, so that a recipe with weights of 0 still has a bar; rounded, for 1 + 0.3 + 0.3 is 1.6. */
function sum(values: readonly number[]): number {
  const total = values.reduce((before, value) => before + Math.max(0, value), 0);
  return total > 0 ? Math.round(total * 1e6) / 1e6 : 1;
}
