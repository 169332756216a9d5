// The tokens of a trajectory as one short text. A run keeps tens of thousands of trajectories for many train steps and looks at few
// of them in each; as lists of numbers they would take gigabytes of memory and most of a checkpoint. They never change, so each is
// packed once. What is unpacked is what was packed, bit for bit. Pure.
import { deflateSync, inflateSync } from 'node:zlib';
import type { TrainingTrajectory } from '../contract/training/rolloutServer.ts';

/** What follows the prompt; the arrays have the same length. */
export type CompletionTokens = Pick<TrainingTrajectory, 'completionIds' | 'mask' | 'logProbs'>;

const idBytes = 4;
const maskBytes = 1;

/** Base64 of deflated 32-bit ids, little-endian. @param ids below 2^32 */
export function packIds(ids: readonly number[]): string {
  const bytes = Buffer.alloc(ids.length * idBytes);
  writeIds(bytes, 0, ids);
  return packed(bytes);
}

export function unpackIds(text: string): number[] {
  const bytes = unpacked(text);
  return readIds(bytes, 0, bytes.length / idBytes);
}

/**
 * Base64 of deflated bytes: one with the width of a log-probability, then ids, mask and log-probabilities. Servers compute with 32-bit
 * numbers; where one log-probability is none, all are kept with 64.
 */
export function packCompletion({ completionIds, mask, logProbs }: CompletionTokens): string {
  const { length } = completionIds;
  if (mask.length !== length || logProbs.length !== length) {
    throw new RangeError(`${length} tokens have ${mask.length} marks, ${logProbs.length} values.`);
  }
  const width = logProbs.every((value) => Object.is(Math.fround(value), value)) ? 4 : 8;
  const bytes = Buffer.alloc(1 + length * (idBytes + maskBytes + width));
  bytes.writeUInt8(width, 0);
  const masks = writeIds(bytes, 1, completionIds);
  bytes.set(mask, masks);
  writeNumbers(bytes, masks + length * maskBytes, logProbs, width);
  return packed(bytes);
}

export function unpackCompletion(text: string): CompletionTokens {
  const bytes = unpacked(text);
  const width = bytes.readUInt8(0);
  const length = (bytes.length - 1) / (idBytes + maskBytes + width);
  const masks = 1 + length * idBytes;
  const numbers = masks + length * maskBytes;
  return {
    completionIds: readIds(bytes, 1, length),
    mask: Array.from(bytes.subarray(masks, numbers), (one) => (one === 1 ? 1 : 0)),
    logProbs: readNumbers(bytes, numbers, length, width),
  };
}

function packed(bytes: Buffer): string {
  return deflateSync(bytes).toString('base64');
}

function unpacked(text: string): Buffer {
  return inflateSync(Buffer.from(text, 'base64'));
}

/** Where the ids end. */
function writeIds(bytes: Buffer, start: number, ids: readonly number[]): number {
  return ids.reduce((at, id) => bytes.writeUInt32LE(id, at), start);
}

function readIds(bytes: Buffer, start: number, length: number): number[] {
  return Array.from({ length }, (_, place) => bytes.readUInt32LE(start + place * idBytes));
}

function writeNumbers(
  bytes: Buffer,
  start: number,
  values: readonly number[],
  width: number,
): void {
  for (const [place, value] of values.entries()) {
    const at = start + place * width;
    if (width === 4) bytes.writeFloatLE(value, at);
    else bytes.writeDoubleLE(value, at);
  }
}

function readNumbers(bytes: Buffer, start: number, length: number, width: number): number[] {
  const read = (at: number) => (width === 4 ? bytes.readFloatLE(at) : bytes.readDoubleLE(at));
  return Array.from({ length }, (_, place) => read(start + place * width));
}
