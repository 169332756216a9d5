// Sends the files of a folder to a machine, those that are not there. A file is there whole or not at all, so its size tells.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { OnProgress } from '../../support/progress.ts';
import type { MachineLink, RemotePath } from '../link/machineLink.ts';

export interface SendOptions {
  readonly activity: string;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/** Folders inside are left out. Gives the bytes that were sent. @throws FailureError at boundary `remote` */
export async function sendFolder(
  link: MachineLink,
  folder: string,
  target: RemotePath,
  { activity, signal, onProgress }: SendOptions,
): Promise<number> {
  const { entries } = await link.look(
    { folders: [target], files: [], followed: [], pids: [] },
    signal,
  );
  const there = new Map((entries[target] ?? []).map(({ name, bytes }) => [name, bytes]));
  const files = await filesOf(folder);
  const missing = files.filter(({ name, bytes }) => there.get(name) !== bytes);
  const total = missing.reduce((sum, { bytes }) => sum + bytes, 0);
  let sent = 0;
  for (const { name, bytes } of missing) {
    const before = sent;
    await link.put({ file: path.join(folder, name) }, path.posix.join(target, name), {
      signal,
      onProgress: ({ done }) => onProgress({ activity, done: before + done, total, unit: 'bytes' }),
    });
    sent += bytes;
  }
  return sent;
}

async function filesOf(
  folder: string,
): Promise<{ readonly name: string; readonly bytes: number }[]> {
  const names = (await readdir(folder)).sort();
  const files = await Promise.all(
    names.map(async (name) => ({ name, found: await stat(path.join(folder, name)) })),
  );
  return files
    .filter(({ found }) => found.isFile())
    .map(({ name, found }) => ({ name, bytes: found.size }));
}
