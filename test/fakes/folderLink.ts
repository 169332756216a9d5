// A machine that is a folder of this computer: answers looks as the program on a machine does, counts what it gives, and can be
// cut off.
import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { copyFile, mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { MachineConnection } from '../../runtime/contract/machine.ts';
import type {
  Followed,
  Growth,
  Look,
  LookedAt,
  MachineLink,
  RemoteEntry,
  RemoteHome,
} from '../../runtime/remote/link/machineLink.ts';
import { failure } from '../../runtime/support/errors.ts';

export class FolderLink implements Pick<MachineLink, 'connection' | 'home' | 'look' | 'fetch'> {
  readonly home: MachineLink['home'];
  /** What was asked, one for each round trip. */
  readonly looks: Look[] = [];
  /** Bytes of followed and of small files that were given. */
  given = 0;
  /** Files that were fetched. */
  fetched = 0;
  isCut = false;
  readonly living = new Set<number>();
  bootId = 'boot-1';
  aheadMilliseconds = 0;
  /** Called in the middle of an answer, when the files were read and before they are given. */
  onAnswer: () => void = () => undefined;

  /** @param folder stands for `~/.tool-r1` */
  constructor(folder: string) {
    this.home = () => Promise.resolve(homeOf(folder));
  }

  get connection(): MachineConnection {
    const at = '2026-05-04T09:30:00.000Z';
    return this.isCut
      ? { state: 'offline', lastSeenAt: at, problem: 'Connection timed out', nextTryAt: at }
      : { state: 'connected', since: at, roundTripMilliseconds: 1 };
  }

  async look(look: Look): Promise<LookedAt> {
    this.looks.push(look);
    this.#refuseWhenCut('Connection timed out');
    const files = await this.#files(look);
    const growth = look.followed.map(growthOf);
    this.onAnswer();
    this.#refuseWhenCut('Connection reset');
    this.given += growth.reduce((sum, { bytes }) => sum + bytes.length, 0);
    this.given += files.reduce((sum, { text }) => sum + text.length, 0);
    return {
      entries: Object.fromEntries(look.folders.map((folder) => [folder, entriesOf(folder)])),
      files,
      growth,
      alive: Object.fromEntries(look.pids.map((pid) => [pid, this.living.has(pid)])),
      now: Date.now() + this.aheadMilliseconds,
    };
  }

  async fetch(file: string, localFile: string): Promise<void> {
    this.#refuseWhenCut('Connection timed out');
    this.fetched += 1;
    await mkdir(path.dirname(localFile), { recursive: true });
    await copyFile(file, localFile);
  }

  #refuseWhenCut(why: string): void {
    if (this.isCut) throw failure('remote', 'offline', why);
  }

  async #files({ files }: Look): Promise<LookedAt['files']> {
    const known = new Map(files.map(({ path: file, stamp }) => [file, stamp]));
    const found = files.flatMap(({ path: file }) => (file.includes('*') ? matching(file) : [file]));
    const read = await Promise.all(
      [...new Set(found)].map((file) => this.#file(file, known.get(file))),
    );
    return read.flat();
  }

  async #file(file: string, stamp: string | null | undefined): Promise<LookedAt['files']> {
    if (file.startsWith('/proc/')) return [{ path: file, stamp: '', text: `${this.bootId}\n` }];
    try {
      const { mtimeMs, size, ino } = await stat(file);
      const now = `${mtimeMs}-${size}-${ino}`;
      return now === stamp ? [] : [{ path: file, stamp: now, text: await readFile(file, 'utf8') }];
    } catch {
      return [];
    }
  }
}

/** Of a pattern whose one star stands for a folder. */
function matching(pattern: string): string[] {
  const [before = '', after = ''] = pattern.split('*');
  return (entriesOf(before) ?? []).map(({ name }) => `${before}${name}${after}`);
}

function homeOf(folder: string): RemoteHome {
  return {
    ...{ host: 'box', user: 'ada', home: path.dirname(folder), folder },
    python: { path: '/usr/bin/python3', version: '3.11.2' },
    system: 'Linux',
    architecture: 'x86_64',
  };
}

function entriesOf(folder: string): RemoteEntry[] | null {
  try {
    return readdirSync(folder).map((name) => {
      const { size, mtimeMs } = statSync(path.join(folder, name));
      const kind = statSync(path.join(folder, name)).isDirectory() ? 'folder' : 'file';
      return { name, kind, bytes: size, changedAt: mtimeMs };
    });
  } catch {
    return null;
  }
}

function growthOf({ path: file, from: asked, limit, tailOnly }: Followed): Growth {
  try {
    const handle = openSync(file, 'r');
    try {
      const { size, ino, dev } = fstatSync(handle);
      let from = size < asked ? 0 : asked;
      if (tailOnly && size - from > limit) from = lineStart(handle, size - limit);
      const bytes = readAt(handle, from, Math.min(limit, size - from));
      return { path: file, from, bytes, size, generation: `${dev}:${ino}` };
    } finally {
      closeSync(handle);
    }
  } catch {
    return { path: file, from: 0, bytes: new Uint8Array(), size: null, generation: '' };
  }
}

function lineStart(handle: number, place: number): number {
  const end = readAt(handle, place - 1, 1_000_000).indexOf(0x0a);
  return end < 0 ? place : place + end;
}

function readAt(handle: number, from: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(handle, bytes, 0, length, from));
}
