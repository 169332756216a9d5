// The folders that are open to other agents. A name that an agent gives becomes a path here, or is refused: links are followed
// first, so that none of them leads outside.
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { HumanError, systemCode } from '../support/errors.ts';

export interface DoorFolders {
  /** As they were named, absolute; the first keeps what is made. */
  readonly paths: readonly string[];
  /**
   * The real path of a file or folder inside. Names are absolute, or from one of the folders.
   * @throws HumanError when it is outside, or not there
   */
  find(name: string): Promise<string>;
  /** The same for what must be a regular file. */
  findFile(name: string): Promise<string>;
  /** How a path inside is named to an agent: from the folder where there is only one, else absolute. */
  shown(file: string): string;
}

/** @throws HumanError when there is none, or one of them is no folder */
export async function openDoorFolders(names: readonly string[]): Promise<DoorFolders> {
  const paths = names.map((name) => path.resolve(name));
  const roots = await Promise.all(paths.map(realFolder));
  const [first] = roots;
  if (first === undefined) throw new HumanError('No folder is open. Open one, then ask again.');
  const find = (name: string): Promise<string> =>
    findInside(name, [...new Set([...paths, ...roots])], roots);
  return {
    paths,
    find,
    findFile: async (name) => {
      const file = await find(name);
      if ((await stat(file)).isFile()) return file;
      throw new HumanError(`${name} is not a file.`);
    },
    shown: (file) =>
      roots.length === 1 && isInside(file, first)
        ? path.relative(first, file).split(path.sep).join('/')
        : file,
  };
}

async function realFolder(folder: string): Promise<string> {
  const real = await realpath(folder).catch(() => null);
  if (real !== null && (await stat(real)).isDirectory()) return real;
  throw new HumanError(`${folder} is not a folder. Name a folder that exists.`);
}

/** Folders as they are named and as they are: a name may begin with either. */
async function findInside(name: string, bases: readonly string[], roots: readonly string[]) {
  const inside = bases
    .map((base) => path.resolve(base, name))
    .filter((wanted) => bases.some((base) => isInside(wanted, base)));
  if (inside.length === 0) throw outside(name, bases);
  for (const wanted of inside) {
    const real = await realPath(wanted, name);
    if (real === null) continue;
    if (roots.some((root) => isInside(real, root))) return real;
    throw outside(name, bases);
  }
  throw new HumanError(`There is no ${name} in ${roots.join(' or ')}.`);
}

/** Null when there is none. */
async function realPath(wanted: string, name: string): Promise<string | null> {
  try {
    return await realpath(wanted);
  } catch (error) {
    if (isAbsence(error)) return null;
    throw new HumanError(`${name} cannot be read (${systemCode(error) ?? 'unknown error'}).`);
  }
}

function isAbsence(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(systemCode(error) ?? '');
}

function outside(name: string, bases: readonly string[]): HumanError {
  return new HumanError(`${name} is outside ${bases.join(' and ')}. Only what is inside is read.`);
}

function isInside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
