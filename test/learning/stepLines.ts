// The figures of a run as JSON Lines, one line a step, to three digits.
import type { StepFigures } from './runFigures.ts';

export function stepLines(figures: readonly StepFigures[]): string {
  return figures.map((one) => `${JSON.stringify(rounded(one))}\n`).join('');
}

function rounded(figures: StepFigures): Readonly<Record<string, number | null>> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]: [string, number | null]) => [
      name,
      value === null ? null : Math.round(value * 1000) / 1000,
    ]),
  );
}
