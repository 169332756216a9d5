// The files that a person chose, as the agent sees them: a flat list under /workspace, read-only, each a regular file
// inside a chosen root. Symbolic links are left out, so that nothing outside the choice is reachable through one.
import { lstat, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { HumanError, systemCode } from './errors.ts';

export interface ChosenFile {
  /** Path below /workspace with forward slashes, for example `reports/sales.xlsx`. */
  readonly name: string;
  readonly hostPath: string;
  readonly bytes: number;
}

export interface ChosenFiles {
  readonly files: readonly ChosenFile[];
  /** What was left out and why, for the person: links, sockets, files past the limit. */
  readonly leftOut: readonly string[];
}

/** Folders that hold no documents; they are left out unless they are chosen by name. */
const skippedFolders = new Set([
  '.git',
  'node_modules',
  '.tool-r1',
  '__pycache__',
  '.venv',
  '.hg',
  '.svn',
]);
const maxFiles = 10_000;

export const noFiles: ChosenFiles = { files: [], leftOut: [] };

/**
 * Lists the chosen files and, for a chosen folder, every file below it. A single folder's files are named from inside it;
 * several choices keep their own last name in front, and equal names get a number.
 * @param before chosen earlier, and named already: they come first and keep their names
 * @throws HumanError when a path does not exist or cannot be read
 */
export async function chooseFiles(
  paths: readonly string[],
  before: ChosenFiles = noFiles,
): Promise<ChosenFiles> {
  const files: ChosenFile[] = [...before.files];
  const leftOut: string[] = [...before.leftOut];
  const taken = new Set(before.files.map(({ name }) => name.split('/')[0] ?? name));
  const isAlone = paths.length === 1 && files.length === 0;
  for (const chosen of paths) {
    const root = await rootOf(chosen);
    const stats = await lstat(root);
    if (stats.isDirectory()) {
      const prefix = isAlone ? '' : `${freeName(path.basename(root), taken)}/`;
      await listFolder({ folder: root, prefix, files, leftOut });
    } else if (stats.isFile()) {
      files.push({ name: freeName(path.basename(root), taken), hostPath: root, bytes: stats.size });
    } else {
      throw new HumanError(
        `${chosen} is neither a file nor a folder. Choose regular files or folders.`,
      );
    }
  }
  return { files, leftOut };
}

/**
 * The file that the agent means by a path: `sales.csv`, `./sales.csv` and `/workspace/sales.csv` are the same.
 * Null when no chosen file has that name.
 */
export function findChosenFile(chosen: ChosenFiles, requested: string): ChosenFile | null {
  const name = normaliseName(requested);
  return (
    chosen.files.find((file) => file.name === name) ??
    chosen.files.find((file) => file.name.normalize('NFC') === name.normalize('NFC')) ??
    null
  );
}

function normaliseName(requested: string): string {
  const forward = requested.trim().replaceAll('\\', '/');
  const below = forward.startsWith('/workspace/') ? forward.slice('/workspace/'.length) : forward;
  return path.posix.normalize(below).replace(/^\.\//, '');
}

async function rootOf(chosen: string): Promise<string> {
  try {
    return await realpath(chosen);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') {
      throw new HumanError(`There is no file or folder ${chosen}. Check the path.`);
    }
    throw new HumanError(`${chosen} cannot be read (${systemCode(error) ?? 'unknown error'}).`);
  }
}

interface Listing {
  readonly folder: string;
  readonly prefix: string;
  readonly files: ChosenFile[];
  readonly leftOut: string[];
}

async function listFolder(listing: Listing): Promise<void> {
  const entries = await readdir(listing.folder, { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const hostPath = path.join(listing.folder, entry.name);
    const name = `${listing.prefix}${entry.name}`;
    if (entry.isDirectory()) {
      if (skippedFolders.has(entry.name))
        listing.leftOut.push(`${name}/ (not a folder of documents)`);
      else await listFolder({ ...listing, folder: hostPath, prefix: `${name}/` });
    } else if (!entry.isFile()) {
      listing.leftOut.push(
        `${name} (${entry.isSymbolicLink() ? 'a symbolic link' : 'not a regular file'})`,
      );
    } else if (listing.files.length >= maxFiles) {
      listing.leftOut.push(`${name} (more than ${maxFiles} files)`);
    } else {
      listing.files.push({ name, hostPath, bytes: (await lstat(hostPath)).size });
    }
  }
}

function freeName(wanted: string, taken: Set<string>): string {
  const extension = path.extname(wanted);
  const stem = wanted.slice(0, wanted.length - extension.length);
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${stem} (${count})${extension}`;
  taken.add(name);
  return name;
}
