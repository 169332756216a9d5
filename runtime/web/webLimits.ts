// How much the web may take of a step: bytes, time, patience. Times are milliseconds.

export interface WebLimits {
  /** Of a body after decompression. */
  readonly maxBodyBytes: number;
  /** For each address of a site. */
  readonly connectMilliseconds: number;
  /** From the question to the first byte of its answer, connecting included. */
  readonly firstByteMilliseconds: number;
  /** From the question to the last byte of its answer. Each redirect is a question of its own. */
  readonly exchangeMilliseconds: number;
  readonly maxRedirects: number;
  /** Between the end of an answer and the next question to the same site. */
  readonly gapMilliseconds: number;
  /** Longest pause that a site may ask for. */
  readonly maxWaitMilliseconds: number;
  /** How long an answer is kept that does not say it itself. */
  readonly keptMilliseconds: number;
  /** Of all kept answers together. */
  readonly maxCacheBytes: number;
}

export const defaultWebLimits: WebLimits = {
  maxBodyBytes: 25 * 1024 * 1024,
  connectMilliseconds: 10_000,
  firstByteMilliseconds: 30_000,
  exchangeMilliseconds: 60_000,
  maxRedirects: 8,
  gapMilliseconds: 500,
  maxWaitMilliseconds: 20_000,
  keptMilliseconds: 24 * 60 * 60 * 1000,
  maxCacheBytes: 512 * 1024 * 1024,
};
