// A folder of the test's own that is gone when the test ends.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface TemporaryFolder {
  readonly path: string;
  /** Writes a file below the folder, making the folders on its way, and returns its absolute path. */
  write(name: string, content: string | Uint8Array): Promise<string>;
  remove(): Promise<void>;
}

export async function makeTemporaryFolder(): Promise<TemporaryFolder> {
  const root = await mkdtemp(path.join(tmpdir(), 'tool-r1-test-'));
  return {
    path: root,
    async write(name, content) {
      const file = path.join(root, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content);
      return file;
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
