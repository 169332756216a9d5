// Where the chosen files lie so that a kernel process can read them and nothing else: one folder per pool, hard links where the
// file system gives them and copies where not. See docs/decisions/0011-read-only-workspace.md.
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, link, lstat, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ChosenFile, ChosenFiles } from '../support/chosenFiles.ts';
import type { SandboxLog } from './sandboxOptions.ts';
import type { StagedFile } from './hostFiles.ts';

const atOnce = 16;

interface Staged {
  readonly folder: string;
  readonly files: Promise<readonly StagedFile[]>;
  users: number;
}

export class StagingArea {
  readonly folder: string;
  private readonly log: SandboxLog;
  private readonly staged = new Map<ChosenFiles, Staged>();
  private count = 0;

  private constructor(folder: string, log: SandboxLog) {
    this.folder = folder;
    this.log = log;
  }

  /** Makes the folder, and removes those that processes which are gone have left behind. */
  static async open(parent: string, log: SandboxLog): Promise<StagingArea> {
    await mkdir(parent, { recursive: true });
    await removeAbandoned(parent);
    const folder = path.join(await realpath(parent), `${process.pid}-${randomUUID()}`);
    await mkdir(folder, { mode: 0o700 });
    return new StagingArea(folder, log);
  }

  /** Stages the files for one user; the same choice is staged once for all its users. */
  async stage(chosen: ChosenFiles): Promise<readonly StagedFile[]> {
    if (chosen.files.length === 0) return [];
    let staged = this.staged.get(chosen);
    if (staged === undefined) {
      this.count += 1;
      const folder = path.join(this.folder, String(this.count));
      staged = { folder, files: this.stageAll(folder, chosen), users: 0 };
      this.staged.set(chosen, staged);
    }
    staged.users += 1;
    return staged.files;
  }

  async release(chosen: ChosenFiles): Promise<void> {
    const staged = this.staged.get(chosen);
    if (staged === undefined) return;
    staged.users -= 1;
    if (staged.users > 0) return;
    this.staged.delete(chosen);
    await staged.files.catch(() => undefined);
    await rm(staged.folder, { recursive: true, force: true });
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  private async stageAll(folder: string, chosen: ChosenFiles): Promise<readonly StagedFile[]> {
    await mkdir(folder);
    const staged: (StagedFile | null)[] = [];
    const work = chosen.files.entries();
    const worker = async (): Promise<void> => {
      for (const [index, file] of work) {
        staged[index] = await this.stageOne(file, path.join(folder, String(index)));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    return staged.filter((file) => file !== null);
  }

  /** A file that went away or became something else is left out; the code then finds no file of that name. */
  private async stageOne(file: ChosenFile, target: string): Promise<StagedFile | null> {
    try {
      await linkOrCopy(file.hostPath, target);
      const stats = await lstat(target);
      if (!stats.isFile()) {
        await rm(target, { force: true });
        return null;
      }
      return { name: file.name, path: target, bytes: stats.size, modified: stats.mtimeMs };
    } catch (error) {
      this.log('warn', `${file.hostPath} cannot be shown to the code: ${String(error)}`);
      return null;
    }
  }
}

/** Across file systems, and for files of other owners, a link is refused; a copy shares blocks where it can. */
async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch {
    if (!(await lstat(source)).isFile()) throw new Error('not a regular file');
    await copyFile(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    await chmod(target, 0o400);
  }
}

async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(name.split('-')[0]);
    if (Number.isInteger(pid) && !isAlive(pid)) {
      await rm(path.join(parent, name), { recursive: true, force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
