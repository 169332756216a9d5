// One curve out of those of several seeds: the mean of each step over the runs that have it.
import { meanOf, type StepFigures } from './runFigures.ts';

export function meanCurve(
  runs: readonly (readonly StepFigures[])[],
  pick: (one: StepFigures) => number | null,
): readonly (number | null)[] {
  const steps = Math.max(0, ...runs.map((figures) => figures.length));
  return Array.from({ length: steps }, (_, place) =>
    meanOf(
      runs.flatMap((figures) => {
        const one = figures[place];
        return one === undefined ? [] : [pick(one)];
      }),
    ),
  );
}
