// How the grades of a judge came out, as numbers for a person or a script.
import { levelOrder } from '../../contract/agreement.ts';
import type { Verdict, VerdictLevel } from '../../contract/judge.ts';
import { countFlips, flipRate } from '../../judge/flipRate.ts';
import type { JudgingOutcome } from './judgeStored.ts';

export type JudgingFigures = ReturnType<typeof judgingFigures>;

/** `trajectories` are those that have a verdict of this judge; the levels and `unscored` add up to them. */
export function judgingFigures({ verdicts, appended, skipped, known, left }: JudgingOutcome) {
  const levels = Object.fromEntries(
    levelOrder.map((level) => [level, verdicts.filter((one) => isOf(one, level)).length]),
  ) as Record<VerdictLevel, number>;
  const flips = countFlips(verdicts);
  return {
    trajectories: verdicts.length,
    levels,
    unscored: verdicts.filter(({ outcome }) => outcome === 'unscored').length,
    appended,
    skipped,
    fromCache: known,
    left,
    flips,
    flipRate: flipRate(flips),
  };
}

function isOf(verdict: Verdict, level: VerdictLevel): boolean {
  return verdict.outcome === 'scored' && verdict.level === level;
}
