// The sandboxes of one runtime: opened when they are first needed, shared by all rollouts, closed at the end.
import type { KeptEpisodes } from './rollout/keptEpisodes.ts';
import type { TableReader } from './rollout/tableReader.ts';
import type { SandboxPool } from './sandbox/sandbox.ts';
import type { OnProgress } from './support/progress.ts';

/** The pool, and what keeps sandboxes after a rollout and reads from them; null where nobody will ask for that. */
export interface Sandboxes {
  readonly pool: SandboxPool;
  readonly kept: KeptEpisodes | null;
  readonly tables: TableReader | null;
}

export class SharedSandboxes {
  readonly #make: (onProgress: OnProgress) => Promise<Sandboxes>;
  readonly #listeners = new Set<OnProgress>();
  #current: Promise<Sandboxes> | null = null;
  /** Opened before a change; rollouts may still run in them. */
  readonly #retired: Promise<Sandboxes>[] = [];

  constructor(make: (onProgress: OnProgress) => Promise<Sandboxes>) {
    this.#make = make;
  }

  /** Those that are open; when they could not be opened the next call tries again. */
  open(): Promise<Sandboxes> {
    if (this.#current !== null) return this.#current;
    const opening = this.#make((progress) => {
      for (const listener of this.#listeners) listener(progress);
    });
    this.#current = opening;
    opening.catch(() => {
      if (this.#current === opening) this.#current = null;
    });
    return opening;
  }

  /** What is asked for from now on is opened anew; what runs goes on where it is. */
  renew(): void {
    if (this.#current !== null) this.#retired.push(this.#current);
    this.#current = null;
  }

  /** Lets `onProgress` hear how they are opened while `work` lasts. */
  async listening<Result>(onProgress: OnProgress, work: () => Promise<Result>): Promise<Result> {
    this.#listeners.add(onProgress);
    try {
      return await work();
    } finally {
      this.#listeners.delete(onProgress);
    }
  }

  /** @throws what closing the first of them throws; the others are closed all the same */
  async close(): Promise<void> {
    const all = this.#current === null ? this.#retired : [...this.#retired, this.#current];
    const closed = await Promise.allSettled(all.map(closeOne));
    for (const one of closed) if (one.status === 'rejected') throw one.reason;
  }
}

async function closeOne(opening: Promise<Sandboxes>): Promise<void> {
  const { kept, pool } = await opening;
  await kept?.close();
  await pool.close();
}
