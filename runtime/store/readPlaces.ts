// Reads many places of a file with few reads: neighbours come together.
import type { FileHandle } from 'node:fs/promises';
import type { Place } from './formats/recordSource.ts';
import { readAt } from './lineBlocks.ts';

/** Bytes between two places that are cheaper to read along than to jump over. */
const smallGap = 64 * 1024;
const longestRead = 8 * 1024 * 1024;

/** The bytes of each place, in the order asked for; shorter where the file ends early. */
export async function readPlaces(handle: FileHandle, places: readonly Place[]): Promise<Buffer[]> {
  const found: Buffer[] = places.map(() => Buffer.alloc(0));
  const order = places.map((place, index) => ({ ...place, index }));
  order.sort((a, b) => a.offset - b.offset);
  for (let from = 0; from < order.length;) {
    const to = endOfRun(order, from);
    const start = order[from]?.offset ?? 0;
    const last = order[to - 1];
    const end = last === undefined ? start : last.offset + last.bytes;
    const bytes = await readAt(handle, start, end - start);
    for (const { index, offset, bytes: length } of order.slice(from, to)) {
      found[index] = bytes.subarray(offset - start, offset - start + length);
    }
    from = to;
  }
  return found;
}

function endOfRun(order: readonly Place[], from: number): number {
  const start = order[from]?.offset ?? 0;
  let end = start + (order[from]?.bytes ?? 0);
  let to = from + 1;
  for (; to < order.length; to += 1) {
    const { offset, bytes } = order[to] ?? { offset: 0, bytes: 0 };
    if (offset - end > smallGap || offset + bytes - start > longestRead) break;
    end = offset + bytes;
  }
  return to;
}
