// The counts of one train step, kept while it is under way. Pure.
import type { BatchCounters } from '../contract/training/rolloutServer.ts';
import type { StepCounters } from './trainingState.ts';
import type { TakenVisit } from './takeVisit.ts';
import type { VisitOutcome } from './visit.ts';

export function noCounts(): StepCounters {
  return {
    zeroVariance: 0,
    allCorrect: 0,
    allWrong: 0,
    mixed: 0,
    allCorrectSkipped: 0,
    probed: 0,
    failedProbes: 0,
    refilled: 0,
    outsideWindow: 0,
    droppedStale: 0,
    unscored: 0,
    statuses: { ok: 0, 'model-error': 0, 'tool-error': 0, 'infra-error': 0, timeout: 0 },
    generatedTokens: 0,
    updatedTokens: 0,
    fresh: { scored: 0, reward: 0, passes: 0 },
  };
}

/** Counts of a whole step; how long it took is known to who samples. */
export type EndedCounters = Omit<BatchCounters, 'rolloutSeconds'>;

export function endedCounters({ fresh, ...counts }: StepCounters): EndedCounters {
  const mean = (sum: number) => (fresh.scored === 0 ? null : sum / fresh.scored);
  return { ...counts, freshReward: mean(fresh.reward), freshPassRate: mean(fresh.passes) };
}

/** With one more visit counted. */
export function withVisit(
  counters: StepCounters,
  { record, dropped, zeroVariance }: TakenVisit,
  { rollouts }: VisitOutcome,
): StepCounters {
  const { outcome, why, skipped } = record;
  const statuses = { ...counters.statuses };
  for (const { status } of rollouts) statuses[status] += 1;
  const failedProbe = why === 'probe' && outcome !== null && outcome !== 'all-correct';
  return {
    ...counters,
    zeroVariance: counters.zeroVariance + Number(zeroVariance),
    allCorrect: counters.allCorrect + Number(outcome === 'all-correct'),
    allWrong: counters.allWrong + Number(outcome === 'all-wrong'),
    mixed: counters.mixed + Number(outcome === 'mixed'),
    failedProbes: counters.failedProbes + Number(failedProbe),
    outsideWindow: counters.outsideWindow + Number(skipped === 'outside-window'),
    droppedStale: counters.droppedStale + dropped,
    unscored: counters.unscored + rollouts.filter(({ member }) => member === null).length,
    statuses,
    generatedTokens: counters.generatedTokens + record.generatedTokens,
    updatedTokens: counters.updatedTokens + record.updatedTokens,
    fresh: withScored(counters.fresh, rollouts),
  };
}

function withScored(
  { scored, reward, passes }: StepCounters['fresh'],
  rollouts: VisitOutcome['rollouts'],
): StepCounters['fresh'] {
  const members = rollouts.flatMap(({ member }) => member ?? []);
  return {
    scored: scored + members.length,
    reward: members.reduce((sum, { trajectory }) => sum + trajectory.reward.total, reward),
    passes: passes + members.filter(({ pass }) => pass).length,
  };
}
