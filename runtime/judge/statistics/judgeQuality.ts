// How good one judge is where people are taken as right. Left is the judge, right the people.
import type { Estimate, JudgeAgainstPeople, VerdictQuality } from '../../contract/agreement.ts';
import { levelOrder } from '../../contract/agreement.ts';
import { estimateRatio, estimateTable, shareEstimate } from './estimates.ts';
import type { GradedRow, LevelIndex } from './gradedRow.ts';
import type { Sampled } from './rowGroups.ts';
import { cellOf, marginsOf, shareOf, tableOfRows, type Table } from './table.ts';

export type JudgeQuality = Omit<JudgeAgainstPeople, 'judge' | 'flipRate'>;

/** Matrix, precision and recall of each level, and the baseline of always giving the level that people give most. */
export function estimateQuality(rows: readonly GradedRow[], seed: number): JudgeQuality {
  const counts = tableOfRows(rows, 'unit');
  const weights = tableOfRows(rows, 'weight');
  return {
    n: rows.length,
    counts: matrixOf(counts, (row, column) => cellOf(counts, row, column)),
    columnShares: matrixOf(weights, (row, column) =>
      shareOf(cellOf(weights, row, column), marginsOf(weights).columns[column] ?? 0),
    ),
    quality: levels.map((level) => qualityOf(level, rows, seed)),
    baseline: baselineOf(rows, weights, seed),
  };
}

/** Share of the rows to which the judge gave the level that people gave it too; null when it never gave it. */
export function precisionOf(table: Table, level: number): number | null {
  return shareOf(cellOf(table, level, level), marginsOf(table).rows[level] ?? 0);
}

/** Share of the rows to which people gave the level that the judge gave it too; null when they never gave it. */
export function recallOf(table: Table, level: number): number | null {
  return shareOf(cellOf(table, level, level), marginsOf(table).columns[level] ?? 0);
}

/** The level that people give most, the lower of two equal ones, and its share; null for an empty table. */
export function majorityOf(table: Table): { level: number; share: number } | null {
  const { total, columns } = marginsOf(table);
  if (total === 0) return null;
  const most = Math.max(...columns);
  return { level: columns.indexOf(most), share: most / total };
}

const levels: readonly LevelIndex[] = [0, 1, 2];

function matrixOf<Cell>(table: Table, cell: (row: number, column: number) => Cell): Cell[][] {
  const places = [...Array(table.size).keys()];
  return places.map((row) => places.map((column) => cell(row, column)));
}

function qualityOf(level: LevelIndex, rows: readonly GradedRow[], seed: number): VerdictQuality {
  const figures = estimateTable(
    rows,
    {
      precision: (table) => precisionOf(table, level),
      recall: (table) => recallOf(table, level),
    },
    seed,
  );
  const judged = rows.filter(({ left }) => left === level);
  const given = rows.filter(({ right }) => right === level);
  return {
    level: nameOf(level),
    precision: shareEstimate(figures.precision, judged),
    recall: shareEstimate(figures.recall, given),
    n: given.length,
  };
}

function baselineOf(
  rows: readonly GradedRow[],
  weights: Table,
  seed: number,
): JudgeQuality['baseline'] {
  const majority = majorityOf(weights);
  if (majority === null) return null;
  const { level } = majority;
  const shareOfLevel = (table: Table): number | null => {
    const { total, columns } = marginsOf(table);
    return shareOf(columns[level] ?? 0, total);
  };
  const { same } = estimateTable(rows, { same: shareOfLevel }, seed);
  return { level: nameOf(level), same: shareEstimate(same, rows) };
}

function nameOf(level: number): VerdictQuality['level'] {
  const name = levelOrder[level];
  if (name === undefined) throw new RangeError(`There is no level ${level}`);
  return name;
}

/** An item that a judge was asked about more than once. */
export interface RepeatedItem extends Sampled {
  readonly first: LevelIndex;
  /** Null where the reply was unscored: it counts neither as a flip nor as asked. */
  readonly repeats: readonly (LevelIndex | null)[];
}

/** Share of the repeated questions that got another level than the first; null when nothing was asked twice. */
export function estimateFlipRate(items: readonly RepeatedItem[], seed: number): Estimate | null {
  const asked = items
    .map(({ first, repeats, weight, stratum }) => {
      const scored = repeats.filter((level) => level !== null);
      const flips = scored.filter((level) => level !== first).length;
      return { part: flips, whole: scored.length, weight, stratum };
    })
    .filter(({ whole }) => whole > 0);
  return asked.length === 0 ? null : shareEstimate(estimateRatio(asked, seed), asked);
}
