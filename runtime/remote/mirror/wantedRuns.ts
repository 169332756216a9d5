// Which runs of a machine somebody looks at, in any window of this computer: each process leaves a note, which it renews while
// its pages are open. The one process that watches the machine reads them all.
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { systemCode } from '../../support/errors.ts';
import { parseJson } from '../../support/parseJson.ts';

const WantedNote = z.object({
  /** Names of runs. */
  runs: z.array(z.string()),
  /** Goes up when a refresh is wanted at once. */
  urgent: z.int().nonnegative(),
});

export interface Wanted {
  readonly runs: ReadonlySet<string>;
  /** Differs from the last one when somebody wants a refresh at once. */
  readonly urgency: string;
}

/** A note that was not renewed for so long is of a process that was killed. */
const staleMilliseconds = 30_000;

export class WantedRuns {
  readonly #folder: string;
  readonly #file: string;
  readonly #runs = new Map<string, number>();
  #urgent = 0;

  /** @param process names this process among all of the computer */
  constructor(folder: string, process: string) {
    this.#folder = folder;
    this.#file = path.join(folder, `${process}.json`);
  }

  /** Until the returned function is called. */
  want(run: string): () => void {
    this.#runs.set(run, (this.#runs.get(run) ?? 0) + 1);
    let isWanted = true;
    return () => {
      const left = (this.#runs.get(run) ?? 0) - Number(isWanted);
      isWanted = false;
      if (left > 0) this.#runs.set(run, left);
      else this.#runs.delete(run);
    };
  }

  hurry(): void {
    this.#urgent += 1;
  }

  /** To be called every few seconds, and after each change. */
  async renew(): Promise<void> {
    if (this.#runs.size === 0 && this.#urgent === 0) return this.withdraw();
    await mkdir(this.#folder, { recursive: true });
    const note = { runs: [...this.#runs.keys()], urgent: this.#urgent };
    await writeFile(this.#file, JSON.stringify(note));
  }

  async withdraw(): Promise<void> {
    await rm(this.#file, { force: true });
  }

  /** Of all processes. @param now in milliseconds since 1970 */
  async read(now: number): Promise<Wanted> {
    const names = await namesIn(this.#folder);
    const notes = await Promise.all(
      names.map((name) => readNote(path.join(this.#folder, name), now)),
    );
    return {
      runs: new Set(notes.flatMap((note) => note?.runs ?? [])),
      urgency: notes.map((note, index) => `${names[index] ?? ''}:${note?.urgent ?? 0}`).join(' '),
    };
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Null for one that is old, gone, or being written just now. */
async function readNote(file: string, now: number): Promise<z.output<typeof WantedNote> | null> {
  try {
    const { mtimeMs } = await stat(file);
    if (now - mtimeMs > staleMilliseconds) {
      await rm(file, { force: true });
      return null;
    }
    const parsed = parseJson(WantedNote, await readFile(file, 'utf8'));
    return parsed.ok ? parsed.value : null;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}
