// Brings every file of a checkpoint to a folder of this computer. What came whole is not fetched again, and a file that was cut
// off goes on where it was.
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { HumanError, systemCode } from '../../support/errors.ts';
import { parseJson } from '../../support/parseJson.ts';
import type { MachineLink, Transfer } from '../link/machineLink.ts';
import { pinFile } from './checkpointFiles.ts';
import { filesThere, type FileThere } from './filesThere.ts';

export interface Download {
  /** Of the checkpoint on its machine. */
  readonly folder: string;
  /** On this computer; empty, or with a part of the same checkpoint. */
  readonly to: string;
}

/** Says in the folder what its files are, because those of two checkpoints have the same names and sizes. */
const recordName = 'downloaded-from.json';
const Origin = z.looseObject({ machine: z.string(), folder: z.string(), savedAt: z.number() });
type Origin = z.infer<typeof Origin>;

/**
 * Gives the bytes of the checkpoint. Every file is checked by its SHA-256 before it is put in its place.
 * @throws HumanError when the checkpoint is not there, or something else is in `to`
 * @throws FailureError at boundary `remote`
 */
export async function downloadCheckpoint(
  link: MachineLink,
  { folder, to }: Download,
  transfer: Transfer,
): Promise<number> {
  const { signal } = transfer;
  const files = await filesOf(link, folder, signal);
  const savedAt = Math.max(...files.map(({ changedAt }) => changedAt));
  await claim(to, { machine: link.machine, folder, savedAt });
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const { name, bytes } of files) {
    const target = path.join(to, ...name.split('/'));
    const before = done;
    if (!(await isWhole(target, bytes))) {
      await mkdir(path.dirname(target), { recursive: true });
      const onProgress = passOn(transfer, { before, total });
      await link.fetch(`${folder}/${name}`, target, { signal, onProgress });
    }
    done += bytes;
    passOn(transfer, { before: done, total })({ done: 0 });
  }
  return total;
}

async function filesOf(
  link: Pick<MachineLink, 'look' | 'machine'>,
  folder: string,
  signal: AbortSignal,
): Promise<readonly FileThere[]> {
  const files = (await filesThere(link, [folder], signal)).get(folder) ?? [];
  const saved = files.filter(({ name }) => name !== pinFile);
  if (saved.length > 0) return saved;
  throw new HumanError(`${link.machine} has no checkpoint ${folder}.`);
}

/** Makes the folder, or finds it with a part of the same checkpoint. */
async function claim(to: string, origin: Origin): Promise<void> {
  const record = path.join(to, recordName);
  const names = await namesIn(to);
  if (names.length === 0) {
    await mkdir(to, { recursive: true });
    await writeFile(record, `${JSON.stringify(origin)}\n`);
    return;
  }
  const text = names.includes(recordName) ? await readFile(record, 'utf8') : '';
  const known = parseJson(Origin, text);
  if (known.ok && isSame(known.value, origin)) return;
  throw new HumanError(`${to} holds something else. Name an empty folder for the checkpoint.`);
}

function isSame(first: Origin, second: Origin): boolean {
  const { machine, folder, savedAt } = second;
  return first.machine === machine && first.folder === folder && first.savedAt === savedAt;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    if (systemCode(error) === 'ENOTDIR') {
      throw new HumanError(`${folder} is a file. Name an empty folder for the checkpoint.`);
    }
    throw error;
  }
}

/** A file gets its name when it is whole. */
async function isWhole(file: string, bytes: number): Promise<boolean> {
  try {
    return (await stat(file)).size === bytes;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}

function passOn(
  { onProgress }: Transfer,
  { before, total }: { readonly before: number; readonly total: number },
): (part: { readonly done: number }) => void {
  const activity = 'Downloading the checkpoint';
  return ({ done }) => onProgress?.({ activity, done: before + done, total, unit: 'bytes' });
}
