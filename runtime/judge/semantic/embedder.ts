// Turns a text into a vector whose direction is its meaning.

export interface Embedding {
  /** Of length 1, so that a dot product is the cosine. */
  readonly vector: Float32Array;
  /** True when the end of the text was left out because the model reads no more. */
  readonly truncated: boolean;
}

export interface Embedder {
  /** As a person names the model. */
  readonly model: string;
  /** Changes with the weights; enters the version of a judge. */
  readonly fingerprint: string;
  /** Tokens of a text that are read, marks of beginning and end among them. */
  readonly maxTokens: number;
  /** @throws the abort reason of the signal */
  embed(text: string, signal: AbortSignal): Promise<Embedding>;
  dispose(): Promise<void>;
}

/** Cosine of two vectors of length 1 and the same dimension. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (const [index, value] of a.entries()) sum += value * (b[index] ?? 0);
  return Math.min(1, Math.max(-1, sum));
}
