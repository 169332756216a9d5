// Agreement of two graders beyond chance, from their table.
import { cellOf, marginsOf, shareOf, type Table } from './table.ts';

/** How much two categories differ: not at all or wholly, by steps, or by squared steps. */
export type KappaWeighting = 'none' | 'linear' | 'quadratic';

const distances: Readonly<Record<KappaWeighting, (steps: number) => number>> = {
  none: (steps) => (steps === 0 ? 0 : 1),
  linear: Math.abs,
  quadratic: (steps) => steps ** 2,
};

/** Share of weight on which both say the same, in 0..1; null for an empty table. */
export function rawAgreement(table: Table): number | null {
  let same = 0;
  for (let at = 0; at < table.size; at += 1) same += cellOf(table, at, at);
  return shareOf(same, marginsOf(table).total);
}

/** Share of the same answers that graders with these margins would give by chance, in 0..1; null for an empty table. */
export function chanceAgreement(table: Table): number | null {
  const { total, rows, columns } = marginsOf(table);
  const same = rows.reduce((sum, row, at) => sum + row * (columns[at] ?? 0), 0);
  return shareOf(same, total ** 2);
}

/**
 * Cohen's kappa, 1 - observed / expected disagreement (Cohen 1960; weighted: Cohen, Psychological Bulletin 70, 1968), at most 1.
 * Null when chance alone cannot disagree: an empty table, or both graders always in the same category.
 */
export function cohenKappa(table: Table, weighting: KappaWeighting): number | null {
  const { total, rows, columns } = marginsOf(table);
  const distance = distances[weighting];
  let observed = 0;
  let expected = 0;
  for (let row = 0; row < table.size; row += 1) {
    for (let column = 0; column < table.size; column += 1) {
      const apart = distance(row - column);
      observed += apart * cellOf(table, row, column);
      expected += apart * (rows[row] ?? 0) * (columns[column] ?? 0);
    }
  }
  return expected > 0 ? 1 - (observed * total) / expected : null;
}

/**
 * Gwet's AC1 (Gwet, British Journal of Mathematical and Statistical Psychology 61, 2008), which stays sensible where nearly all
 * answers are in one category: chance is sum p (1 - p) / (K - 1) with p the mean margin. Null for an empty table or K = 1.
 */
export function gwetAC1(table: Table): number | null {
  const observed = rawAgreement(table);
  if (observed === null || table.size < 2) return null;
  const { total, rows, columns } = marginsOf(table);
  const spread = rows.reduce((sum, row, at) => {
    const mean = (row + (columns[at] ?? 0)) / (2 * total);
    return sum + mean * (1 - mean);
  }, 0);
  const chance = spread / (table.size - 1);
  return (observed - chance) / (1 - chance);
}
