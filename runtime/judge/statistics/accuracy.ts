// How well a judge tells passes from failures, where people are taken as right. Left is the judge, right the people.
import type { Estimate } from '../../contract/agreement.ts';
import { estimateTable, shareEstimate } from './estimates.ts';
import type { GradedRow, LevelIndex } from './gradedRow.ts';
import type { JudgeAccuracy } from './roganGladen.ts';
import { cellOf, shareOf, tableOfRows, type Table } from './table.ts';
import { effectiveSize } from './weights.ts';

/** The lowest level that is a pass: 2 when only Correct is, 1 when Partially Correct is too. */
export type PassLevel = Extract<LevelIndex, 1 | 2>;

/** Null where people gave no pass, or no failure. */
export interface Shares {
  readonly sensitivity: number | null;
  readonly specificity: number | null;
}

/** Share of the people's passes that the judge passes, and of their failures that it fails. */
export function sharesOf(table: Table, passLevel: PassLevel): Shares {
  const [failed, passed] = [
    { all: 0, right: 0 },
    { all: 0, right: 0 },
  ];
  for (let left = 0; left < table.size; left += 1) {
    for (let right = 0; right < table.size; right += 1) {
      const side = right >= passLevel ? passed : failed;
      const weight = cellOf(table, left, right);
      side.all += weight;
      if (left >= passLevel === right >= passLevel) side.right += weight;
    }
  }
  return {
    sensitivity: shareOf(passed.right, passed.all),
    specificity: shareOf(failed.right, failed.all),
  };
}

/** Both shares with the effective number of labelled items behind each; null when one is undefined. */
export function accuracyOf(rows: readonly GradedRow[], passLevel: PassLevel): JudgeAccuracy | null {
  const { sensitivity, specificity } = sharesOf(tableOfRows(rows, 'weight'), passLevel);
  if (sensitivity === null || specificity === null) return null;
  const [passes, failures] = split(rows, passLevel);
  return {
    sensitivity,
    sensitivityN: effectiveSize(passes.map(({ weight }) => weight)),
    specificity,
    specificityN: effectiveSize(failures.map(({ weight }) => weight)),
  };
}

export function estimateAccuracy(
  rows: readonly GradedRow[],
  passLevel: PassLevel,
  seed: number,
): { sensitivity: Estimate; specificity: Estimate } {
  const figures = estimateTable(
    rows,
    {
      sensitivity: (table) => sharesOf(table, passLevel).sensitivity,
      specificity: (table) => sharesOf(table, passLevel).specificity,
    },
    seed,
  );
  const [passes, failures] = split(rows, passLevel);
  return {
    sensitivity: shareEstimate(figures.sensitivity, passes),
    specificity: shareEstimate(figures.specificity, failures),
  };
}

function split(
  rows: readonly GradedRow[],
  passLevel: PassLevel,
): [passes: GradedRow[], failures: GradedRow[]] {
  const passes = rows.filter(({ right }) => right >= passLevel);
  return [passes, rows.filter(({ right }) => right < passLevel)];
}
