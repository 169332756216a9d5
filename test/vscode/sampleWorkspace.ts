// A copy of the sample workspace, so that no test changes the one that people get.
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { makeTemporaryFolder } from '../fakes/temporaryFolder.ts';
import { projectRoot } from './installation.ts';

export interface Workspace {
  readonly path: string;
  /** A path below the workspace. */
  file(...names: string[]): string;
  /** Writes a file and returns its absolute path. */
  write(name: string, content: string | Uint8Array): Promise<string>;
  remove(): Promise<void>;
}

/** The caller removes it. */
export async function copySampleWorkspace(): Promise<Workspace> {
  const folder = await makeTemporaryFolder();
  const root = path.join(folder.path, 'sample-workspace');
  await cp(path.join(projectRoot, 'media', 'sample-workspace'), root, { recursive: true });
  return {
    path: root,
    file: (...names) => path.join(root, ...names),
    write: (name, content) => folder.write(path.join('sample-workspace', name), content),
    remove: () => folder.remove(),
  };
}
