// The bootstrap of stratified samples: how a figure varies when the labelled items are drawn again.
import type { Estimate } from '../../contract/agreement.ts';
import { seededRandom } from '../../support/seededRandom.ts';
import { drawBinomial, logFactorials } from './binomial.ts';
import { strataOf, type DrawnStratum, type RowGroup, type Sampled } from './rowGroups.ts';

export const resamples = 2000;
const confidence = 0.95;

/** Figures of a summary of the rows; null where one is undefined. */
export type Figures<Summary, Name extends string> = Readonly<
  Record<Name, (summary: Summary) => number | null>
>;

export const undefinedEstimate: Estimate = { value: null, low: null, high: null };

/**
 * Value and 95 % percentile interval of each figure (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13)
 * over 2,000 resamples within strata. Of a stratum of n rows n - 1 are drawn and scaled by n / (n - 1), which keeps the variance
 * of small strata right (Rao and Wu, JASA 83, 1988). Deterministic for a seed, whatever the order of the rows.
 *
 * On simulated populations the interval holds the truth in 94 to 95 % of samples with 120 or more items in the heaviest stratum, and
 * in about 90 % when only a few disagreements were seen there.
 *
 * Undefined resamples are left out; the ends are null when that is more than half of them.
 *
 * Cost: 2,000 binomial draws a group, or 2,000 numbers a row where groups are nearly as many as rows.
 *
 * @param summarise what the figures need, from the weight of each group; called once a resample
 */
export function bootstrap<Summary, Name extends string>(
  groups: readonly RowGroup<Sampled>[],
  summarise: (weights: Float64Array) => Summary,
  figures: Figures<Summary, Name>,
  seed: number,
): Record<Name, Estimate> {
  const names = Object.keys(figures) as Name[];
  const resampled = new Map(names.map((name) => [name, new Float64Array(resamples).fill(NaN)]));
  let at = 0;
  eachResample(groups, seed, (weights) => {
    const summary = summarise(weights);
    for (const [name, values] of resampled) values[at] = figures[name](summary) ?? NaN;
    at += 1;
  });
  const whole = summarise(Float64Array.from(groups, ({ row, count }) => row.weight * count));
  const entries = [...resampled].map(
    ([name, values]) => [name, estimateOf(figures[name](whole), values)] as const,
  );
  return Object.fromEntries(entries) as Record<Name, Estimate>;
}

/** Calls `use` 2,000 times with the weight of each group in a resample; the array is the same one every time. */
export function eachResample(
  groups: readonly RowGroup<Sampled>[],
  seed: number,
  use: (weights: Float64Array) => void,
): void {
  const random = seededRandom(seed);
  const strata = strataOf(groups);
  const draws = strata.map((stratum) => drawerOf(stratum, random));
  const drawn = new Float64Array(groups.length);
  const weights = new Float64Array(groups.length);
  for (let resample = 0; resample < resamples; resample += 1) {
    for (const draw of draws) draw(drawn);
    for (const [place, { row }] of groups.entries()) {
      weights[place] = row.weight * (drawn[place] ?? 0);
    }
    use(weights);
  }
}

/** Writes how often each group of the stratum was drawn, scaled to the stratum's size. */
type Drawer = (into: Float64Array) => void;

/** Draws by row cost a number each, draws by group about as much as ten of those. */
const rowsPerGroup = 10;

function drawerOf(stratum: DrawnStratum, random: () => number): Drawer {
  const { places, size } = stratum;
  if (size === 1) return (into) => into.fill(1, places[0], (places[0] ?? 0) + 1);
  return places.length * rowsPerGroup < size
    ? drawerByGroup(stratum, random)
    : drawerByRow(stratum, random);
}

function drawerByGroup({ places, counts, size }: DrawnStratum, random: () => number): Drawer {
  const logs = logFactorials(size);
  const scale = size / (size - 1);
  return (into) => {
    let left = size - 1;
    let others = size;
    for (const [at, place] of places.entries()) {
      const count = counts[at] ?? 0;
      const drawn = drawBinomial(left, count / others, logs, random);
      into[place] = drawn * scale;
      left -= drawn;
      others -= count;
    }
  };
}

function drawerByRow({ places, counts, size }: DrawnStratum, random: () => number): Drawer {
  const owner = Uint32Array.from(
    places.flatMap((place, at) => new Array<number>(counts[at] ?? 0).fill(place)),
  );
  const scale = size / (size - 1);
  return (into) => {
    for (const place of places) into[place] = 0;
    for (let draw = 1; draw < size; draw += 1) {
      const place = owner[Math.floor(random() * size)] ?? 0;
      into[place] = (into[place] ?? 0) + scale;
    }
  };
}

/** The value with the middle 95 % of the resampled ones. */
export function estimateOf(value: number | null, resampled: Float64Array): Estimate {
  if (value === null) return undefinedEstimate;
  const known = resampled.filter((one) => !Number.isNaN(one)).sort();
  if (known.length * 2 < resampled.length) return { value, low: null, high: null };
  return {
    value,
    low: quantile(known, (1 - confidence) / 2),
    high: quantile(known, (1 + confidence) / 2),
  };
}

/** Quantile of ascending values with linear interpolation (Hyndman and Fan's type 7); NaN of none. */
export function quantile(ascending: ArrayLike<number>, share: number): number {
  const place = share * (ascending.length - 1);
  const below = ascending[Math.floor(place)] ?? NaN;
  const above = ascending[Math.ceil(place)] ?? NaN;
  return below + (above - below) * (place - Math.floor(place));
}
