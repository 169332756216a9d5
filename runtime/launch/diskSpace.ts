// Whether a run's checkpoints will fit on the disk, asked before training rather than at the first save.
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { LoraSettings } from '../contract/trainingSettings.ts';
import type * as z from 'zod';
import { HumanError } from '../support/errors.ts';

/** Beside weights: the two moments of Adam, of the same size each in the same precision. */
const fullCheckpointFactor = 3;
/** What an adapter, logs and rollouts need at least. */
const leastBytes = 20e6;

/** About what one checkpoint takes, in bytes. An adapter is small beside the weights. */
export function checkpointBytes(
  weightBytes: number,
  lora: z.infer<typeof LoraSettings> | null,
): number {
  return leastBytes + (lora === null ? fullCheckpointFactor * weightBytes : weightBytes / 20);
}

/**
 * Two must fit: the old one is kept until the new one is whole.
 * @throws HumanError when they do not
 */
export async function refuseFullDisk(folder: string, oneCheckpoint: number): Promise<void> {
  const free = await freeBytes(folder);
  const needed = 2 * oneCheckpoint;
  if (free >= needed) return;
  throw new HumanError(
    `The disk of ${folder} has ${megabytes(Math.floor(free / 1e6))} free, and two checkpoints of this model take about ${megabytes(Math.ceil(needed / 1e6))}. Free some space, or choose another place with --out.`,
  );
}

/** Of the nearest folder above that is there. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const above = path.dirname(folder);
    if (above === folder) throw error;
    return freeBytes(above);
  }
}

function megabytes(whole: number): string {
  return `${whole.toLocaleString('en')} MB`;
}
