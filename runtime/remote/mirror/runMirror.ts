// The mirror of one run: what the next look at its machine asks for, and what becomes of the answer. Only a run that lives, or that
// somebody looks at, is asked about; of the others everything is known.
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { RunStatus } from '../../contract/training/runFolder.ts';
import { replaceFile } from '../../store/atomicFile.ts';
import { parseJson } from '../../support/parseJson.ts';
import type { Followed, LookedAt, RemotePath } from '../link/machineLink.ts';
import { MirrorRecord, mirrorRecordFile, readNote, type FollowedFile } from './mirrorFiles.ts';
import { MirroredLines } from './mirroredLines.ts';

const megabyte = 1_000_000;

interface Following {
  readonly file: FollowedFile;
  /** Bytes of one look. */
  readonly limit: number;
  readonly mostBehind: number;
  /** Of a run that nobody looks at, only the end of this is read; null: nothing at all. */
  readonly unopened: { readonly limit: number } | null;
  /** The end of it is enough for whoever looks at the run. */
  readonly isTail: boolean;
}

/** What a list shows of a run is in the last lines of its metrics: about 2 kB each. */
const followings: readonly Following[] = [
  {
    file: 'metrics.jsonl',
    limit: 4 * megabyte,
    mostBehind: 64 * megabyte,
    unopened: { limit: 32_000 },
    isTail: false,
  },
  {
    file: 'events.jsonl',
    limit: 256_000,
    mostBehind: 16 * megabyte,
    unopened: null,
    isTail: true,
  },
  {
    file: 'groups.jsonl',
    limit: 4 * megabyte,
    mostBehind: 64 * megabyte,
    unopened: null,
    isTail: false,
  },
  {
    file: 'tasks.jsonl',
    limit: 4 * megabyte,
    mostBehind: 64 * megabyte,
    unopened: null,
    isTail: false,
  },
  { file: 'gpu.jsonl', limit: 64_000, mostBehind: megabyte, unopened: null, isTail: true },
];

export const smallFiles = ['run.json', 'status.json'] as const;
export type SmallFile = (typeof smallFiles)[number];

const endedStates = new Set(['stopped', 'crashed', 'done']);

export class RunMirror {
  /** On this computer. */
  readonly folder: string;
  #record: MirrorRecord;
  #status: RunStatus | null = null;
  readonly #lines = new Map<FollowedFile, MirroredLines>();
  /** Nothing can have changed since everything was read. */
  #isSettled = false;
  #isWanted = false;

  private constructor(folder: string, record: MirrorRecord, status: RunStatus | null) {
    this.folder = folder;
    this.#record = record;
    this.#status = status;
  }

  /** @param remoteFolder of the run, on its machine */
  static async open(folder: string, remoteFolder: RemotePath): Promise<RunMirror> {
    await mkdir(folder, { recursive: true });
    const noted = await readNote(mirrorRecordFile(folder), MirrorRecord);
    const record = noted?.folder === remoteFolder ? noted : emptyRecord(remoteFolder);
    const status = await readNote(path.join(folder, 'status.json'), RunStatus);
    return new RunMirror(folder, record, status);
  }

  get remoteFolder(): RemotePath {
    return this.#record.folder;
  }

  get isGone(): boolean {
    return this.#record.isGone;
  }

  /** Whether it may change without anybody starting it again. */
  get isLive(): boolean {
    if (this.#record.isGone || this.#record.isAlive === false) return false;
    return this.#status === null || !endedStates.has(this.#status.state);
  }

  /** More is there than the last look could give. */
  get isBehind(): boolean {
    const lines = [...this.#lines.values()];
    return this.needsLook && (lines.length === 0 || lines.some((one) => !one.isCaughtUp));
  }

  /** Something of it can have changed. */
  get needsLook(): boolean {
    return !this.#record.isGone && (this.isLive || !this.#isSettled);
  }

  stampOf(file: SmallFile): string | null {
    return this.#record.stamps[file] ?? null;
  }

  /** Somebody looks at the run, so that all of it is mirrored and not only what a list shows. */
  want(isWanted: boolean): void {
    if (isWanted === this.#isWanted) return;
    this.#isWanted = isWanted;
    if (!isWanted) return;
    this.#isSettled = false;
    this.#lines.clear();
  }

  /** Process ids that the next look should ask about. */
  pids(): number[] {
    return this.isLive && this.#status !== null ? [this.#status.supervisorPid] : [];
  }

  folders(): RemotePath[] {
    return this.needsLook ? [`${this.remoteFolder}/checkpoints`] : [];
  }

  async followed(): Promise<Followed[]> {
    if (!this.needsLook) return [];
    const chosen = followings.filter(({ unopened }) => this.#isWanted || unopened !== null);
    return Promise.all(chosen.map(async (following) => (await this.#linesOf(following)).wish()));
  }

  /** Takes what concerns this run. @returns whether the mirror changed */
  async take(looked: LookedAt): Promise<boolean> {
    let isChanged = await this.#takeFiles(looked);
    for (const growth of looked.growth) {
      const lines = this.#lines.get(nameIn(this.remoteFolder, growth.path) as FollowedFile);
      if (lines !== undefined) isChanged = (await lines.take(growth)) || isChanged;
    }
    const record = this.#recordAfter(looked);
    if (JSON.stringify(record) !== JSON.stringify(this.#record)) {
      await this.#keep(record);
      isChanged = true;
    }
    this.#isSettled = !this.isLive && [...this.#lines.values()].every((one) => one.isCaughtUp);
    return isChanged;
  }

  /** Its folder is not there any more. What was read of it stays. */
  async lose(): Promise<void> {
    await this.#keep({ ...this.#record, isGone: true });
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  async #takeFiles({ files }: LookedAt): Promise<boolean> {
    let isChanged = false;
    for (const { path: file, stamp, text } of files) {
      const name = smallFiles.find((one) => file === `${this.remoteFolder}/${one}`);
      if (name === undefined) continue;
      await replaceFile(path.join(this.folder, name), [text]);
      const stamps = { ...this.#record.stamps, [name]: stamp };
      await this.#keep({ ...this.#record, stamps, isGone: false, isAlive: null });
      if (name === 'status.json') this.#takeStatus(text);
      this.#isSettled = false;
      isChanged = true;
    }
    return isChanged;
  }

  #takeStatus(text: string): void {
    const parsed = parseJson(RunStatus, text);
    if (parsed.ok) this.#status = parsed.value;
  }

  #recordAfter({ entries, alive }: LookedAt): MirrorRecord {
    const listed = entries[`${this.remoteFolder}/checkpoints`];
    const checkpoints = (listed ?? []).flatMap(({ name, kind }) => {
      const step = /^checkpoint-(\d+)$/.exec(name)?.[1];
      return kind === 'folder' && step !== undefined ? [Number(step)] : [];
    });
    const pid = this.#status?.supervisorPid;
    const isAlive = pid === undefined ? null : (alive[pid] ?? this.#record.isAlive);
    return {
      ...this.#record,
      isAlive,
      checkpoints:
        listed === undefined ? this.#record.checkpoints : checkpoints.toSorted((a, b) => a - b),
    };
  }

  async #keep(record: MirrorRecord): Promise<void> {
    await replaceFile(mirrorRecordFile(this.folder), [JSON.stringify(record)]);
    this.#record = record;
  }

  async #linesOf({ file, limit, mostBehind, unopened, isTail }: Following): Promise<MirroredLines> {
    const known = this.#lines.get(file);
    if (known !== undefined) return known;
    const isShort = !this.#isWanted && unopened !== null;
    const lines = new MirroredLines(
      path.join(this.folder, file),
      {
        path: `${this.remoteFolder}/${file}`,
        limit: isShort ? unopened.limit : limit,
        mostBehind,
        tailOnly: isShort || isTail,
      },
      this.#record.files[file] ?? null,
      async (start) =>
        this.#keep({ ...this.#record, files: { ...this.#record.files, [file]: start } }),
    );
    if (this.#isWanted && !isTail) await lines.readWhole();
    this.#lines.set(file, lines);
    return lines;
  }
}

function emptyRecord(folder: RemotePath): MirrorRecord {
  return {
    ...{ version: 1, folder, isGone: false, isAlive: null },
    ...{ checkpoints: [], stamps: {}, files: {} },
  };
}

/** The rest of a path below a folder; the path itself for one that is not below it. */
function nameIn(folder: RemotePath, file: RemotePath): string {
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file;
}
