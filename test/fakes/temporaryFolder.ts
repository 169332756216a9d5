// Folders that are gone when the test ends.
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const prefix = path.join(tmpdir(), 'tool-r1-test-');

export interface TemporaryFolder {
  readonly path: string;
  /** Writes a file below the folder, making the folders on its way, and returns its absolute path. */
  write(name: string, content: string | Uint8Array): Promise<string>;
  remove(): Promise<void>;
}

/** A folder that the caller removes. */
export async function makeTemporaryFolder(): Promise<TemporaryFolder> {
  const root = await mkdtemp(prefix);
  return {
    path: root,
    async write(name, content) {
      const file = path.join(root, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content);
      return file;
    },
    // A process that is just ending may still write.
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  };
}

/**
 * A folder of its own for each test of a suite. Call it inside `describe`; the result joins names to the folder of the
 * running test. All of them go at the end of the suite: then whatever a test started and still wrote there has ended, in
 * whichever order the suite names its hooks.
 */
export function temporaryFolder(): (...names: string[]) => string {
  const made: string[] = [];
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(prefix);
    made.push(folder);
  });
  after(() => {
    for (const one of made.splice(0)) rmSync(one, { recursive: true, force: true, maxRetries: 3 });
  });
  return (...names) => path.join(folder, ...names);
}
