// The files of this program that a machine gets: the bundles that run there, and what they load from packages.
import { access, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { HumanError } from '../../support/errors.ts';
import { isForMachine, moduleFiles } from './moduleFiles.ts';
import type { NodePlatform } from './platform.ts';

export interface ProgramFile {
  /** Where it will lie below the folder of the program, with forward slashes. */
  readonly name: string;
  /** Where it lies here. */
  readonly file: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/** The command line there, below the folder of the program. */
export const programCli = 'dist/cli.mjs';
/** The folder of the trainer there. */
export const programTrainer = 'dist/trainer';

/** For the editor and for people. */
const left = /\.map$|\.cjs$|^webview\//;

/**
 * In the order of their names.
 * @param dist the folder of the bundles
 * @throws HumanError when they are not built
 */
export async function programFiles(dist: string, platform: NodePlatform): Promise<ProgramFile[]> {
  if (!(await isThere(path.join(dist, 'cli.mjs')))) {
    throw new HumanError(
      `The program that machines get is not built: ${dist} has no cli.mjs. Build it: node esbuild.mjs`,
    );
  }
  const names = await filesBelow(dist);
  const own = names.filter((name) => !left.test(name) && !name.startsWith('node_modules/'));
  const files = own.map((name) => ({ name: `dist/${name}`, file: path.join(dist, name) }));
  const modules = await modulesFor(dist, platform);
  const all = [...files, ...modules].sort((a, b) => (a.name < b.name ? -1 : 1));
  return Promise.all(all.map(measured));
}

/** Beside the bundles in an installed extension, above them in a checkout. */
async function modulesFor(
  dist: string,
  platform: NodePlatform,
): Promise<Pick<ProgramFile, 'name' | 'file'>[]> {
  const beside = path.join(dist, 'node_modules');
  const isPacked = await isThere(beside);
  const folder = isPacked ? beside : path.join(dist, '..', 'node_modules');
  const names = isPacked
    ? (await filesBelow(beside)).filter((name) => isForMachine(name, platform))
    : await moduleFiles(folder, platform);
  return names.map((name) => ({
    name: `dist/node_modules/${name}`,
    file: path.join(folder, name),
  }));
}

async function measured({ name, file }: Pick<ProgramFile, 'name' | 'file'>): Promise<ProgramFile> {
  const { size, mtimeMs } = await stat(file);
  return { name, file, bytes: size, changedAt: mtimeMs };
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('__pycache__'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.split(path.sep).join('/'));
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
