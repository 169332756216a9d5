// How many trajectories of the population a labelled item stands for.

/** Items of a stratum, each counted once however many trajectories gave its answer. */
export interface StratumCounts {
  readonly population: number;
  readonly labelled: number;
}

/**
 * Weight of a labelled item where the population is at hand: the trajectories that gave its answer, times the items of its
 * stratum for each labelled one (post-stratification; Cochran, Sampling Techniques, 1977, section 5A.9). Stopping in the middle
 * of a queue and labelling again after the population has grown are right by themselves.
 *
 * @param multiplicity trajectories with this very answer, at least 1
 * @throws RangeError when a count makes no sense, for example more labelled items than there are
 */
export function weightOf(multiplicity: number, { population, labelled }: StratumCounts): number {
  if (!(labelled > 0 && population >= labelled)) {
    throw new RangeError(
      `A stratum of ${population} items cannot have ${labelled} labelled ones and hold this one`,
    );
  }
  return (checkedMultiplicity(multiplicity) * population) / labelled;
}

/**
 * Weight where only the stored label is at hand: 1 / the probability it was drawn with (Horvitz and Thompson, JASA 47, 1952).
 *
 * @throws RangeError for a probability outside (0, 1] or a multiplicity below 1
 */
export function drawnWeightOf(multiplicity: number, samplingProbability: number): number {
  if (!(samplingProbability > 0 && samplingProbability <= 1)) {
    throw new RangeError(`${samplingProbability} is no probability that an item was drawn with`);
  }
  return checkedMultiplicity(multiplicity) / samplingProbability;
}

function checkedMultiplicity(multiplicity: number): number {
  if (multiplicity >= 1) return multiplicity;
  throw new RangeError(`An answer is given by at least 1 trajectory, not by ${multiplicity}`);
}

/**
 * How many equally weighted rows would be as exact as these: (sum w)^2 / sum w^2 (Kish, Survey Sampling, 1965, section 11.7).
 * 0 of none.
 */
export function effectiveSize(weights: Iterable<number>): number {
  let sum = 0;
  let squares = 0;
  for (const weight of weights) {
    sum += weight;
    squares += weight ** 2;
  }
  return squares === 0 ? 0 : sum ** 2 / squares;
}
