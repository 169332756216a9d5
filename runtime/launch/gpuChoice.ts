// Which graphics cards train and which sample, as a person names them: by number, or by index.
import type { GpuSplit } from './processCommands.ts';

const counts = /^([1-9]\d?)(?:\+([1-9]\d?))?$/;
const indexes = /^(\d{1,2}(?:,\d{1,2})*)(?:\+(\d{1,2}(?:,\d{1,2})*))?$/;

/** `4+4` takes cards 0 to 3 and 4 to 7; `1` takes card 0 for both in turn. Null for a text that is neither. */
export function splitOfCounts(text: string): GpuSplit | null {
  const match = counts.exec(text);
  if (match === null) return null;
  const train = Number(match[1]);
  const sample = match[2] === undefined ? null : upFrom(train, Number(match[2]));
  return { train: upFrom(0, train), sample };
}

/** `0,1+2,3`, or `3` for one that does both in turn. Null for another text, and where a card is named twice in one part. */
export function splitOfIndexes(text: string): GpuSplit | null {
  const match = indexes.exec(text);
  if (match === null) return null;
  const train = numbersOf(match[1] ?? '');
  const sample = match[2] === undefined ? null : numbersOf(match[2]);
  return [train, sample ?? []].every(isEachOnce) ? { train, sample } : null;
}

/** A card that both trains and samples; null where there is none. On two machines one index names two cards. */
export function sharedCard({ train, sample }: GpuSplit): number | null {
  return train.find((index) => sample?.includes(index)) ?? null;
}

function isEachOnce(numbers: readonly number[]): boolean {
  return new Set(numbers).size === numbers.length;
}

/** As `splitOfIndexes` reads it. */
export function indexesOfSplit({ train, sample }: GpuSplit): string {
  return sample === null ? train.join(',') : `${train.join(',')}+${sample.join(',')}`;
}

/** Every card of it, each once. */
export function cardsOfSplit({ train, sample }: GpuSplit): number[] {
  return [...new Set([...train, ...(sample ?? [])])].sort((first, second) => first - second);
}

function upFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

function numbersOf(text: string): number[] {
  return text.split(',').map(Number);
}
