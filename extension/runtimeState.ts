// Whether the runtime, a program of its own beside the extension, is there to be started.
import { access } from 'node:fs/promises';
import path from 'node:path';

/** What the extension starts, and what that starts in turn. */
const runtimeFiles = ['main.mjs', 'documentWorker.mjs', 'sandbox/sandboxChild.mjs'];

export interface RuntimeState {
  readonly folder: string;
  readonly complete: boolean;
  /** Files that should be in the folder and are not. */
  readonly missing: readonly string[];
}

/** @param folder where the bundles lie */
export async function runtimeState(folder: string): Promise<RuntimeState> {
  const found = await Promise.all(runtimeFiles.map((file) => exists(path.join(folder, file))));
  const missing = runtimeFiles.filter((_, index) => found[index] !== true);
  return { folder, complete: missing.length === 0, missing };
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false;
  }
}
