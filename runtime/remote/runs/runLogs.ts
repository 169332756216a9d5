// The logs of a run, read on its machine piece by piece, by byte offset: never a large file whole. What was read last of each
// stays on this computer for when the machine is not heard.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { LogSlice } from '../../contract/training/trainingRequests.ts';
import { replaceFile } from '../../store/atomicFile.ts';
import { FailureError, HumanError, systemCode } from '../../support/errors.ts';
import type { Growth, MachineLink, RemotePath } from '../link/machineLink.ts';
import type { LogTail } from './crashView.ts';
import { foldedPiece } from './foldedLog.ts';

export interface LogWish {
  /** Such as `trainer.log`. */
  readonly log: string;
  /** Null for the end. */
  readonly from: number | null;
  readonly generation: string | null;
  /** Bytes. */
  readonly limit: number;
}

/** In the order in which a crash is looked for. */
const crashLogs = ['trainer.log', 'tokens.log', 'rollouts.log', 'supervisor.log'];
const tailBytes = 64_000;

/** All throw FailureErrors at boundary `remote`. */
export interface ReadableLogs {
  list(signal: AbortSignal): Promise<{ readonly name: string; readonly bytes: number }[]>;
  /** @throws HumanError when there is no such log */
  slice(wish: LogWish, signal: AbortSignal): Promise<LogSlice>;
  /** The ends of those that may tell why the run crashed. */
  tails(signal: AbortSignal): Promise<LogTail[]>;
}

export class RunLogs implements ReadableLogs {
  readonly #link: Pick<MachineLink, 'look'>;
  readonly #folder: RemotePath;
  readonly #kept: string | null;

  /** @param kept folder of this computer that keeps the ends of the logs; null where the logs are on this computer anyway */
  constructor(link: Pick<MachineLink, 'look'>, runFolder: RemotePath, kept: string | null) {
    this.#link = link;
    this.#folder = `${runFolder}/logs`;
    this.#kept = kept;
  }

  /** By name. @throws FailureError at boundary `remote` */
  async list(signal: AbortSignal): Promise<{ readonly name: string; readonly bytes: number }[]> {
    const look = { folders: [this.#folder], files: [], followed: [], pids: [] };
    const { entries } = await this.#link.look(look, signal);
    return (entries[this.#folder] ?? [])
      .filter(({ kind }) => kind === 'file')
      .map(({ name, bytes }) => ({ name, bytes }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /**
   * A log that was rotated is begun anew.
   * @throws HumanError when there is no such log
   * @throws FailureError at boundary `remote`
   */
  async slice(wish: LogWish, signal: AbortSignal): Promise<LogSlice> {
    if (wish.log.includes('/')) throw noLog(wish.log);
    const read = await this.#growth(wish, signal);
    const isOther = wish.generation !== null && wish.generation !== read.generation;
    const growth =
      isOther && read.from > 0 ? await this.#growth({ ...wish, from: 0 }, signal) : read;
    if (growth.size === null) throw noLog(wish.log);
    const { from, bytes, size, generation } = growth;
    const piece = foldedPiece(bytes, bytes.length < wish.limit);
    return { text: piece.text, from, to: from + piece.bytes, generation, size };
  }

  /** The ends of the logs that may tell why the run crashed; of when they were read last, where the machine is not heard. */
  async tails(signal: AbortSignal): Promise<LogTail[]> {
    try {
      const growths = await this.#ends(signal);
      const tails = growths.flatMap(({ path: file, bytes, size }) =>
        size === null ? [] : [{ name: path.posix.basename(file), text: decode(bytes) }],
      );
      await Promise.all(tails.map((tail) => this.#keep(tail)));
      return tails;
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      return this.#keptTails();
    }
  }

  async #ends(signal: AbortSignal): Promise<readonly Growth[]> {
    const followed = crashLogs.map((log) => this.#wishFor(log, null, tailBytes));
    const look = { folders: [], files: [], followed, pids: [] };
    return (await this.#link.look(look, signal)).growth;
  }

  async #growth({ log, from, limit }: LogWish, signal: AbortSignal): Promise<Growth> {
    const followed = [this.#wishFor(log, from, limit)];
    const look = { folders: [], files: [], followed, pids: [] };
    const [growth] = (await this.#link.look(look, signal)).growth;
    if (growth === undefined) throw noLog(log);
    return growth;
  }

  #wishFor(log: string, from: number | null, limit: number) {
    return { path: `${this.#folder}/${log}`, from: from ?? 0, limit, tailOnly: from === null };
  }

  async #keep({ name, text }: LogTail): Promise<void> {
    if (this.#kept !== null) await replaceFile(path.join(this.#kept, name), [text]);
  }

  async #keptTails(): Promise<LogTail[]> {
    const kept = this.#kept;
    if (kept === null) return [];
    const tails = await Promise.all(
      crashLogs.map(async (name) => ({ name, text: await textOf(path.join(kept, name)) })),
    );
    return tails.flatMap(({ name, text }) => (text === null ? [] : [{ name, text }]));
  }
}

function noLog(log: string): HumanError {
  return new HumanError(`The run has no log ${log}. Its logs are listed by: tool-r1 machine log.`);
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}
