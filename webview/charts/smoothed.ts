// The thick line over the raw one: an exponential moving average in which the first values do not weigh more than the others
// (divided by the weights so far, as in Adam, arXiv 1412.6980, section 3).
import type { Values } from './figure.ts';

/** Weight of the newest value: about the last eight train steps count. */
const usualWeight = 0.12;

/** Null where there is no value; what comes after goes on from what was before. */
export function smoothed(values: Values, weight = usualWeight): Values {
  let sum = 0;
  let weights = 0;
  return values.map((value) => {
    if (value === null) return null;
    sum = weight * value + (1 - weight) * sum;
    weights = weight + (1 - weight) * weights;
    return sum / weights;
  });
}
