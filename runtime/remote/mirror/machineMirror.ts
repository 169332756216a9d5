// The mirror of all runs of one machine. A refresh is one look at the machine, which costs one round trip; what it found is on
// this computer's disk before the refresh ends. When to refresh is the watch's business.
import { mkdir, readdir } from 'node:fs/promises';
import { replaceFile } from '../../store/atomicFile.ts';
import type { Clock } from '../../support/clock.ts';
import type { Look, LookedAt, MachineLink, RemotePath } from '../link/machineLink.ts';
import {
  Heard,
  machineMirrorFiles,
  MirrorRecord,
  mirrorRecordFile,
  readNote,
  runMirrorFolder,
} from './mirrorFiles.ts';
import { RunMirror, smallFiles } from './runMirror.ts';

export interface MachineMirrorOptions {
  readonly link: Pick<MachineLink, 'connection' | 'home' | 'look'>;
  /** Of the machine's mirror, on this computer. */
  readonly folder: string;
  readonly clock: Clock;
}

export interface RefreshWish {
  /** Names of runs that somebody looks at. */
  readonly wanted: ReadonlySet<string>;
  /** Looks for runs that are new, were resumed or deleted, too. */
  readonly sweeps: boolean;
}

export interface Refreshed {
  /** Names of runs whose mirror changed. */
  readonly changed: readonly string[];
  /** More is there than one look could give. */
  readonly isBehind: boolean;
  /** A run lives, or may. */
  readonly hasLive: boolean;
}

const bootIdFile = '/proc/sys/kernel/random/boot_id';

export class MachineMirror {
  readonly #options: MachineMirrorOptions;
  readonly #runs = new Map<string, RunMirror>();
  #heard: Heard | null = null;
  #runsFolder: RemotePath | null = null;
  #isRead = false;

  constructor(options: MachineMirrorOptions) {
    this.#options = options;
  }

  /**
   * @throws FailureError at boundary `remote` when the machine cannot be asked; that is noted for the other windows
   * @throws FailureError at boundary `store` when the mirror cannot be written
   */
  async refresh(wish: RefreshWish, signal: AbortSignal): Promise<Refreshed> {
    try {
      const { link, clock } = this.#options;
      await this.#readNotes();
      this.#runsFolder ??= `${(await link.home(signal)).folder}/runs`;
      for (const [name, run] of this.#runs) run.want(wish.wanted.has(name));
      const look = await this.#look(this.#runsFolder, wish.sweeps);
      const looked = await link.look(look, signal);
      // First, so that nobody takes a run that is seen for the first time for one of a machine that is not heard.
      const heard = await this.#hear(looked, clock);
      const refreshed = this.#refreshed(await this.#take(this.#runsFolder, looked, wish));
      if (!refreshed.isBehind) await this.#tell({ ...heard, settledAt: heard.heardAt });
      return refreshed;
    } catch (error) {
      await this.#tell({ ...(this.#heard ?? silence), connection: this.#options.link.connection });
      throw error;
    }
  }

  /** What earlier processes noted, once. */
  async #readNotes(): Promise<void> {
    if (this.#isRead) return;
    const { heard, runs } = machineMirrorFiles(this.#options.folder);
    await mkdir(runs, { recursive: true });
    this.#heard = await readNote(heard, Heard);
    for (const entry of await readdir(runs)) {
      const name = decodeURIComponent(entry);
      const folder = runMirrorFolder(this.#options.folder, name);
      const record = await readNote(mirrorRecordFile(folder), MirrorRecord);
      if (record !== null) this.#runs.set(name, await RunMirror.open(folder, record.folder));
    }
    this.#isRead = true;
  }

  async #look(runsFolder: RemotePath, sweeps: boolean): Promise<Look> {
    const runs = [...this.#runs.values()].filter((run) => sweeps || run.needsLook);
    const named = runs.flatMap((run) =>
      smallFiles.map((file) => ({
        path: `${run.remoteFolder}/${file}`,
        stamp: run.stampOf(file),
      })),
    );
    const patterns = smallFiles.map((file) => ({ path: `${runsFolder}/*/${file}`, stamp: null }));
    const boot = { path: bootIdFile, stamp: null };
    return {
      folders: [...(sweeps ? [runsFolder] : []), ...runs.flatMap((run) => run.folders())],
      files: sweeps ? [...patterns, boot, ...named] : named,
      followed: (await Promise.all(runs.map((run) => run.followed()))).flat(),
      pids: [...new Set(runs.flatMap((run) => run.pids()))],
    };
  }

  async #take(
    runsFolder: RemotePath,
    looked: LookedAt,
    { wanted, sweeps }: RefreshWish,
  ): Promise<string[]> {
    await this.#meet(runsFolder, looked, wanted);
    const changed: string[] = [];
    for (const [name, run] of this.#runs) if (await run.take(looked)) changed.push(name);
    if (sweeps) changed.push(...(await this.#missing(runsFolder, looked)));
    return changed;
  }

  /** Runs that are seen for the first time, or again. */
  async #meet(
    runsFolder: RemotePath,
    { files }: LookedAt,
    wanted: ReadonlySet<string>,
  ): Promise<void> {
    for (const { path: file } of files) {
      const name = runNameOf(runsFolder, file);
      if (name === null || this.#runs.has(name)) continue;
      const folder = runMirrorFolder(this.#options.folder, name);
      const run = await RunMirror.open(folder, `${runsFolder}/${name}`);
      run.want(wanted.has(name));
      this.#runs.set(name, run);
    }
  }

  async #missing(runsFolder: RemotePath, { entries }: LookedAt): Promise<string[]> {
    const there = new Set((entries[runsFolder] ?? []).map(({ name }) => name));
    const missing = [...this.#runs].filter(([name, run]) => !run.isGone && !there.has(name));
    for (const [, run] of missing) await run.lose();
    return missing.map(([name]) => name);
  }

  async #hear({ now, files }: LookedAt, clock: Clock): Promise<Heard> {
    const heardAt = clock.now();
    const boot = files.find(({ path: file }) => file === bootIdFile)?.text.trim();
    return this.#tell({
      ...(this.#heard ?? silence),
      connection: this.#options.link.connection,
      heardAt,
      aheadMilliseconds: now - Date.parse(heardAt),
      bootId: boot ?? this.#heard?.bootId ?? null,
      runsFolder: this.#runsFolder,
    });
  }

  async #tell(heard: Heard): Promise<Heard> {
    const { folder, clock } = this.#options;
    this.#heard = { ...heard, at: clock.now() };
    await replaceFile(machineMirrorFiles(folder).heard, [JSON.stringify(this.#heard)]);
    return this.#heard;
  }

  #refreshed(changed: readonly string[]): Refreshed {
    const runs = [...this.#runs.values()];
    return {
      changed,
      isBehind: runs.some((run) => run.isBehind),
      hasLive: runs.some((run) => run.isLive),
    };
  }
}

const silence: Heard = {
  version: 1,
  connection: { state: 'connecting' },
  heardAt: null,
  settledAt: null,
  at: null,
  aheadMilliseconds: 0,
  bootId: null,
  runsFolder: null,
};

/** `a` of `<runs>/a/run.json`; null for other files, and for a run that is still being made. */
function runNameOf(runsFolder: RemotePath, file: RemotePath): string | null {
  if (!file.startsWith(`${runsFolder}/`)) return null;
  const [name = '', rest] = file.slice(runsFolder.length + 1).split('/');
  return rest === 'run.json' && !name.endsWith('.new') ? name : null;
}
