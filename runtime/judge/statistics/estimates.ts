// Agreement of two graders and means, each with a 95 % interval.
import type { Estimate } from '../../contract/agreement.ts';
import { bootstrap, undefinedEstimate, type Figures } from './bootstrap.ts';
import type { GradedRow } from './gradedRow.ts';
import { chanceAgreement, cohenKappa, rawAgreement } from './kappa.ts';
import { alphaOfTable } from './krippendorff.ts';
import { groupRows, type RowGroup, type Sampled } from './rowGroups.ts';
import { levelCount, tableOfRows, type Table } from './table.ts';
import { effectiveSize } from './weights.ts';
import { wilsonInterval } from './wilson.ts';

export interface PairEstimates {
  /** Rows, unweighted. */
  readonly n: number;
  readonly same: Estimate;
  readonly kappa: Estimate;
  readonly kappaLinear: Estimate;
  readonly kappaQuadratic: Estimate;
  readonly alpha: Estimate;
}

/**
 * Agreement of two graders, as `PairAgreement` of the contract has it, with 95 % intervals from a stratified bootstrap.
 *
 * Where all rows agree a bootstrap sees no variance and would claim certainty. The lower end of `same` is then Wilson's at the
 * effective number of rows, and that of the others is what they would be with so many disagreements, spread as chance spreads them:
 * 1 - (1 - same) / (1 - chance).
 *
 * @param seed any whole number; the same rows and seed give the same figures
 */
export function estimatePair(rows: readonly GradedRow[], seed: number): PairEstimates {
  const figures = estimateTable(
    rows,
    {
      same: rawAgreement,
      kappa: (table) => cohenKappa(table, 'none'),
      kappaLinear: (table) => cohenKappa(table, 'linear'),
      kappaQuadratic: (table) => cohenKappa(table, 'quadratic'),
      alpha: (table) => alphaOfTable(table, 'ordinal'),
    },
    seed,
  );
  if (rows.length === 0 || rows.some(({ left, right }) => left !== right)) {
    return { n: rows.length, ...figures };
  }
  const same = shareEstimate(figures.same, rows);
  const beyondChance = beyondChanceEstimate(same, rows);
  return {
    n: rows.length,
    same,
    kappa: beyondChance,
    kappaLinear: beyondChance,
    kappaQuadratic: beyondChance,
    alpha: beyondChance,
  };
}

/** Of kappa and alpha where all rows agree: 1, or undefined when all are in one category. */
function beyondChanceEstimate(same: Estimate, rows: readonly GradedRow[]): Estimate {
  const chance = chanceAgreement(tableOfRows(rows, 'weight'));
  if (chance === null || chance >= 1 - 1e-12) return undefinedEstimate;
  const low = same.low === null ? null : 1 - (1 - same.low) / (1 - chance);
  return { value: 1, low, high: 1 };
}

/** Any figures of the weighted 3 x 3 table, rows the left grader, with their bootstrap intervals. */
export function estimateTable<Name extends string>(
  rows: readonly GradedRow[],
  figures: Figures<Table, Name>,
  seed: number,
): Record<Name, Estimate> {
  const groups = groupRows(rows, placeOf);
  return bootstrap(groups, (weights) => tableOfGroups(groups, weights), figures, seed);
}

/** The table of grouped rows with these weights of the groups. */
export function tableOfGroups(
  groups: readonly RowGroup<GradedRow>[],
  weights: Float64Array,
): Table {
  const cells = new Float64Array(levelCount ** 2);
  for (const [at, { row }] of groups.entries()) {
    const place = placeOf(row);
    cells[place] = (cells[place] ?? 0) + (weights[at] ?? 0);
  }
  return { size: levelCount, cells };
}

export interface WeightedValue extends Sampled {
  readonly value: number;
}

/** Weighted mean with its bootstrap interval; undefined without values. */
export function estimateMean(values: readonly WeightedValue[], seed: number): Estimate {
  return estimateRatio(
    values.map((one) => ({ ...one, part: one.value, whole: 1 })),
    seed,
  );
}

export interface WeightedRatio extends Sampled {
  readonly part: number;
  /** At least 0. */
  readonly whole: number;
}

/** sum w part / sum w whole with its bootstrap interval; undefined when there is nothing of the whole. */
export function estimateRatio(rows: readonly WeightedRatio[], seed: number): Estimate {
  const groups = groupRows(rows, ({ part, whole }) => `${part}/${whole}`);
  const ratioOf = (weights: Float64Array): number | null => {
    let [parts, wholes] = [0, 0];
    for (const [at, { row }] of groups.entries()) {
      parts += (weights[at] ?? 0) * row.part;
      wholes += (weights[at] ?? 0) * row.whole;
    }
    return wholes > 0 ? parts / wholes : null;
  };
  return bootstrap(groups, ratioOf, { ratio: (ratio) => ratio }, seed).ratio;
}

/**
 * The estimate of a share of these rows. At exactly 0 or 1 no row varies and a bootstrap would claim certainty; the ends are then
 * Wilson's at the effective number of rows (as Korn and Graubard, Survey Methodology 24, 1998, do with the exact interval).
 */
export function shareEstimate(share: Estimate, rows: readonly Sampled[]): Estimate {
  const { value } = share;
  if (value !== 0 && value !== 1) return share;
  const n = effectiveSize(rows.map(({ weight }) => weight));
  const interval = wilsonInterval(value * n, n);
  return interval === null ? share : { value, low: interval[0], high: interval[1] };
}

function placeOf({ left, right }: GradedRow): number {
  return left * levelCount + right;
}
