// Draws a token from the numbers that a model gives for each token of its vocabulary, and says how likely that draw was.
// Pure; the random number is passed in.
import type { SampledToken } from './tokenEngine.ts';

export interface Draw {
  /** 0 takes the most likely token. */
  readonly temperature: number;
  /** Draws from the smallest set of likeliest tokens that holds this much probability. */
  readonly topP: number;
  /** From 0 up to, not including, 1. */
  readonly random: number;
}

/**
 * Draws one token.
 * @param logits one number a token, unnormalised
 */
export function drawToken(logits: ArrayLike<number>, draw: Draw): SampledToken {
  if (draw.temperature <= 0) return likeliest(logits);
  const scaled = Float64Array.from(logits, (value) => value / draw.temperature);
  const probabilities = softmax(scaled);
  const kept = draw.topP < 1 ? nucleus(probabilities, draw.topP) : null;
  const id = pick(probabilities, kept, draw.random);
  const mass = kept === null ? 1 : kept.mass;
  return { id, logProb: Math.log((probabilities[id] ?? 0) / mass) };
}

function likeliest(logits: ArrayLike<number>): SampledToken {
  let id = 0;
  for (let at = 1; at < logits.length; at += 1) {
    if ((logits[at] ?? 0) > (logits[id] ?? 0)) id = at;
  }
  return { id, logProb: Math.log(softmax(Float64Array.from(logits))[id] ?? 0) };
}

function softmax(values: Float64Array): Float64Array {
  let highest = -Infinity;
  for (const value of values) highest = Math.max(highest, value);
  const shares = values.map((value) => Math.exp(value - highest));
  let sum = 0;
  for (const share of shares) sum += share;
  return shares.map((share) => share / sum);
}

interface Nucleus {
  readonly ids: readonly number[];
  readonly mass: number;
}

/** The likeliest tokens that together reach topP; always at least one. Equal ones by their number, so that runs repeat. */
function nucleus(probabilities: Float64Array, topP: number): Nucleus {
  const order = [...probabilities.keys()].sort(
    (a, b) => (probabilities[b] ?? 0) - (probabilities[a] ?? 0) || a - b,
  );
  const ids: number[] = [];
  let mass = 0;
  for (const id of order) {
    ids.push(id);
    mass += probabilities[id] ?? 0;
    if (mass >= topP) break;
  }
  return { ids, mass };
}

function pick(probabilities: Float64Array, kept: Nucleus | null, random: number): number {
  let left = random * (kept?.mass ?? 1);
  let last = 0;
  for (const id of kept?.ids ?? probabilities.keys()) {
    const share = probabilities[id] ?? 0;
    if (share > 0) last = id;
    left -= share;
    if (left < 0) return id;
  }
  // Rounding can leave a crumb; the last token with any probability takes it.
  return last;
}
