// The copy of the sample workspace that a person works in; the original in the extension stays as it is. In the copy the tasks
// lie where those of any workspace lie.
import { access, cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Below a folder that the person or the extension owns. */
export const sampleFolderName = 'tool-r1-sample';
const taskFile = path.join('.tool-r1', 'tasks.jsonl');

/**
 * Makes the copy when it is not there, and gives its folder. A copy that was begun and not finished leaves nothing behind.
 * @param source the sample workspace of the extension
 * @param parent made when it is not there
 * @throws the error of the file system when it cannot be written
 */
export async function copySampleWorkspace(source: string, parent: string): Promise<string> {
  const folder = await freeFolder(parent);
  if (await isSample(folder)) return folder;
  await mkdir(parent, { recursive: true });
  const unfinished = await mkdtemp(path.join(parent, '.tool-r1-sample-'));
  try {
    const copy = path.join(unfinished, 'copy');
    await cp(source, copy, { recursive: true });
    await mkdir(path.join(copy, '.tool-r1'), { recursive: true });
    await rename(path.join(copy, 'tasks.jsonl'), path.join(copy, taskFile));
    await renameOrUse(copy, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

/** A folder of that name which holds something else is left alone. */
async function freeFolder(parent: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? sampleFolderName : `${sampleFolderName}-${number}`;
    const folder = path.join(parent, name);
    if (!(await exists(folder)) || (await isSample(folder))) return folder;
  }
}

/** Another window may have been faster; its copy is as good. */
async function renameOrUse(copy: string, folder: string): Promise<void> {
  try {
    await rename(copy, folder);
  } catch (error) {
    if (!(await isSample(folder))) throw error;
  }
}

async function isSample(folder: string): Promise<boolean> {
  const found = await Promise.all([
    exists(path.join(folder, taskFile)),
    exists(path.join(folder, 'kestrel-boats')),
  ]);
  return found.every(Boolean);
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}
