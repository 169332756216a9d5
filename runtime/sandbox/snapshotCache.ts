// The snapshot on disk: an interpreter that is booted already, with the kernel and the modules in it. Built once for each Pyodide,
// kernel and data pack, checked whenever it is used, built again when it does not hold.
import { createHash, randomUUID } from 'node:crypto';
import {
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { parseJson } from '../support/parseJson.ts';
import { readKernel } from './kernelSources.ts';
import type { DataPack } from './dataPack.ts';
import type { SandboxPoolOptions } from './sandboxOptions.ts';
import { SnapshotFacts } from './workerProtocol.ts';

const bytesFile = 'snapshot.bin';
const factsFile = 'snapshot.json';
const unusedDays = 14;
const readAtOnce = 1 << 20;

export interface Snapshot {
  readonly file: string;
  readonly entry: number;
}

export interface BuiltSnapshot {
  readonly bytes: Uint8Array;
  readonly entry: number;
}

export class SnapshotCache {
  private readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** The place for the snapshot of these sources. Reads the kernel and a fingerprint of Pyodide. */
  static async locate(
    options: Pick<SandboxPoolOptions, 'cacheDirectory' | 'pyodideDirectory'> & {
      readonly builder: string;
      readonly kernelDirectory: string;
      readonly dataPack: DataPack | null;
      /** The program that runs sandboxes: it takes compiled code of its own version only. */
      readonly nodePath: string;
    },
  ): Promise<SnapshotCache> {
    const hash = createHash('sha256');
    // The program that makes the snapshot: how it boots Python is part of what it makes.
    hash.update(await readFile(options.builder));
    hash.update(await readFile(path.join(options.pyodideDirectory, 'pyodide.asm.mjs')));
    hash.update(await readFile(path.join(options.pyodideDirectory, 'package.json')));
    for (const { name, text } of readKernel(options.kernelDirectory))
      hash.update(`${name}\n${text}\n`);
    hash.update(options.dataPack?.key ?? 'no data pack');
    hash.update(`${options.nodePath} ${process.versions.v8}`);
    const key = hash.digest('hex').slice(0, 24);
    return new SnapshotCache(path.join(options.cacheDirectory, 'sandbox', key));
  }

  get directory(): string {
    return this.folder;
  }

  /** Where the snapshot lies when it is there. */
  get file(): string {
    return path.join(this.folder, bytesFile);
  }

  /** The snapshot when it is there and whole; null when it must be built. */
  async load(): Promise<Snapshot | null> {
    const { file } = this;
    try {
      const facts = parseJson(
        SnapshotFacts,
        await readFile(path.join(this.folder, factsFile), 'utf8'),
      );
      if (!facts.ok) return null;
      if (!(await holds(file, facts.value))) return null;
      const now = new Date();
      await utimes(this.folder, now, now).catch(() => undefined);
      return { file, entry: facts.value.entry };
    } catch {
      return null;
    }
  }

  /**
   * Writes a snapshot so that a reader sees all of it or nothing.
   * @throws Error when the cache folder cannot be written
   */
  async store(built: BuiltSnapshot): Promise<Snapshot> {
    const parent = path.dirname(this.folder);
    const draft = path.join(parent, `draft-${randomUUID()}`);
    const facts: SnapshotFacts = {
      entry: built.entry,
      bytes: built.bytes.length,
      sha256: sha256(built.bytes),
    };
    await mkdir(draft, { recursive: true });
    await writeFile(path.join(draft, bytesFile), built.bytes);
    await writeFile(path.join(draft, factsFile), JSON.stringify(facts));
    await this.replaceBy(draft);
    await removeUnused(parent, path.basename(this.folder));
    return { file: this.file, entry: built.entry };
  }

  private async replaceBy(draft: string): Promise<void> {
    try {
      await rename(draft, this.folder);
    } catch {
      // Another process was first, or what is there is broken.
      const theirs = await this.load();
      if (theirs === null) {
        await rm(this.folder, { recursive: true, force: true });
        await rename(draft, this.folder);
      } else {
        await rm(draft, { recursive: true, force: true });
      }
    }
  }
}

/** Whether the file is what was written. Read in parts into the same memory: new memory for all of it takes longer than the reading. */
async function holds(path: string, facts: SnapshotFacts): Promise<boolean> {
  const hash = createHash('sha256');
  const part = Buffer.allocUnsafeSlow(readAtOnce);
  const file = await open(path);
  try {
    if ((await file.stat()).size !== facts.bytes) return false;
    for (let left = facts.bytes; left > 0;) {
      const { bytesRead } = await file.read(part, 0, readAtOnce);
      if (bytesRead === 0) return false;
      hash.update(part.subarray(0, bytesRead));
      left -= bytesRead;
    }
  } finally {
    await file.close();
  }
  return hash.digest('hex') === facts.sha256;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Snapshots of older sources, and drafts of builds that were cut off. */
async function removeUnused(parent: string, current: string): Promise<void> {
  const limit = Date.now() - unusedDays * 24 * 3_600_000;
  for (const name of await readdir(parent)) {
    if (name === current || name === 'sessions') continue;
    const folder = path.join(parent, name);
    const age = await stat(folder).catch(() => null);
    if (age !== null && age.mtimeMs < limit) await rm(folder, { recursive: true, force: true });
  }
}
