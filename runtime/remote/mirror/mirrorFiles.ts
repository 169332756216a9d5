// Where the mirror of a machine keeps what was read of its runs, and what it notes beside them.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { Timestamp } from '../../contract/ids.ts';
import { MachineConnection } from '../../contract/machine.ts';
import { systemCode } from '../../support/errors.ts';
import { parseJson } from '../../support/parseJson.ts';

/** Files of a run that are appended to, and mirrored line by line. */
export const followedFiles = [
  'metrics.jsonl',
  'events.jsonl',
  'groups.jsonl',
  'tasks.jsonl',
  'gpu.jsonl',
] as const;
export type FollowedFile = (typeof followedFiles)[number];

/** mirror.json of a run. How far a file was read is not noted: it is `from` and the bytes that the mirror has of it. */
export const MirrorRecord = z.object({
  version: z.literal(1),
  /** Absolute, on the machine. */
  folder: z.string(),
  /** It was there once and is not any more. */
  isGone: z.boolean(),
  /** Whether the supervisor lived when it was last asked; null where nobody asked. */
  isAlive: z.boolean().nullable(),
  /** Train steps that have a folder below checkpoints/. */
  checkpoints: z.array(z.int().nonnegative()),
  /** Of small files, by name: what the machine said when they were read. */
  stamps: z.record(z.string(), z.string()),
  files: z.record(
    z.string(),
    z.object({
      /** Byte of the machine's file at which the mirrored one begins. */
      from: z.number().nonnegative(),
      generation: z.string(),
    }),
  ),
});
export type MirrorRecord = z.infer<typeof MirrorRecord>;

/** heard.json of a machine: what the watcher tells the other windows. */
export const Heard = z.object({
  version: z.literal(1),
  connection: MachineConnection,
  /** When the machine last answered, by our clock. */
  heardAt: Timestamp.nullable(),
  /** When all that was there was mirrored. */
  settledAt: Timestamp.nullable().default(null),
  /** When this was written. */
  at: Timestamp.nullable().default(null),
  /** That its clock is ahead of ours. */
  aheadMilliseconds: z.number(),
  bootId: z.string().nullable(),
  /** Folder of all its runs; null before it was heard. */
  runsFolder: z.string().nullable(),
});
export type Heard = z.infer<typeof Heard>;

export interface MachineMirrorFiles {
  readonly heard: string;
  readonly lock: string;
  readonly wanted: string;
  readonly runs: string;
}

/** @param folder of the machine's mirror on this computer */
export function machineMirrorFiles(folder: string): MachineMirrorFiles {
  return {
    heard: path.join(folder, 'heard.json'),
    lock: path.join(folder, 'watcher.lock'),
    wanted: path.join(folder, 'wanted'),
    runs: path.join(folder, 'runs'),
  };
}

/** Where a run of the machine is mirrored. Any name on the machine is a name here too. */
export function runMirrorFolder(machineFolder: string, runName: string): string {
  return path.join(machineMirrorFiles(machineFolder).runs, encodeURIComponent(runName));
}

export function mirrorRecordFile(runFolder: string): string {
  return path.join(runFolder, 'mirror.json');
}

/** Null when it is not there, or was written by a version that noted other things: what is missing is read again. */
export async function readNote<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  try {
    const parsed = parseJson(schema, await readFile(file, 'utf8'));
    return parsed.ok ? parsed.value : null;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return null;
    throw error;
  }
}
