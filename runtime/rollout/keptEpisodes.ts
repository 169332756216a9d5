// Sandboxes whose rollout is over, kept for a while with their namespace: for a further question and for looking at values.
// They never keep a rollout waiting: whoever needs a sandbox gets that of the episode that was used longest ago.
import type { Episode, Sandbox, SandboxPool } from '../sandbox/sandbox.ts';
import type { ChosenFiles } from '../support/chosenFiles.ts';

/** The namespace after this step of this trajectory. */
export interface NamespacePlace {
  readonly trajectoryId: string;
  readonly step: number;
}

export interface KeptEpisodesOptions {
  readonly pool: SandboxPool;
  readonly maxKept: number;
  /** How long an episode is kept after its last use. */
  readonly maxAgeMilliseconds: number;
  /** How long a rollout waits for a free sandbox before a kept one is given up for it. */
  readonly patienceMilliseconds: number;
  /** Told when a sandbox could not be given back. */
  readonly onProblem: (error: unknown) => void;
}

/** What is kept beside the sandbox. */
export interface KeptNamespace {
  readonly place: NamespacePlace;
  readonly sandbox: Sandbox;
  readonly files: ChosenFiles;
  /** True when recorded code was run again to get there. */
  readonly rebuilt: boolean;
}

interface Kept extends KeptNamespace {
  /** Uses of it one after the other; settles when the last one is over. */
  last: Promise<unknown>;
  users: number;
  timer: NodeJS.Timeout;
}

export class KeptEpisodes {
  readonly #options: KeptEpisodesOptions;
  /** In the order of their last use, longest ago first. */
  readonly #kept = new Set<Kept>();
  #isClosed = false;

  constructor(options: KeptEpisodesOptions) {
    this.#options = options;
  }

  /** A clean sandbox from the pool. */
  async acquire(episode: Episode, signal: AbortSignal): Promise<Sandbox> {
    const { pool, patienceMilliseconds } = this.#options;
    const giving = setInterval(() => this.#giveUpOldest(), patienceMilliseconds);
    try {
      return await pool.acquire(episode, signal);
    } finally {
      clearInterval(giving);
    }
  }

  /** Keeps the sandbox instead of giving it back to the pool. What it replaces is given back. */
  keep(namespace: KeptNamespace): void {
    const kept: Kept = {
      ...namespace,
      last: Promise.resolve(),
      users: 0,
      timer: setTimeout(() => this.#giveUp(kept), this.#options.maxAgeMilliseconds).unref(),
    };
    const same = this.#find(namespace.place);
    if (same !== undefined) this.#giveUp(same);
    this.#kept.add(kept);
    if (this.#isClosed) this.#giveUp(kept);
    while (this.#kept.size > this.#options.maxKept && this.#giveUpOldest());
  }

  /**
   * Hands a kept sandbox over to the caller, who must release or keep it. Null when there is none with these files that
   * comes straight from its rollout.
   */
  async take(place: NamespacePlace, files: ChosenFiles): Promise<Sandbox | null> {
    const kept = this.#find(place);
    if (kept === undefined || kept.rebuilt || !sameFiles(kept.files, files)) return null;
    this.#forget(kept);
    await kept.last.catch(() => undefined);
    if (kept.sandbox.isAlive) return kept.sandbox;
    void this.#release(kept.sandbox);
    return null;
  }

  /** Lets `work` use a kept sandbox, one user at a time; null when there is none. */
  use<Result>(
    place: NamespacePlace,
    work: (namespace: KeptNamespace) => Promise<Result>,
  ): Promise<Result> | null {
    const kept = this.#find(place);
    if (kept === undefined) return null;
    this.#kept.delete(kept);
    this.#kept.add(kept);
    kept.timer.refresh();
    kept.users += 1;
    const using = kept.last.catch(() => undefined).then(() => work(kept));
    kept.last = using.finally(() => (kept.users -= 1));
    kept.last.catch(() => undefined);
    return using;
  }

  /** Gives all of them back. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const kept = [...this.#kept];
    for (const one of kept) this.#forget(one);
    await Promise.all(kept.map(({ sandbox }) => this.#release(sandbox)));
  }

  #find(place: NamespacePlace): Kept | undefined {
    const found = [...this.#kept].find(
      ({ place: { trajectoryId, step } }) =>
        trajectoryId === place.trajectoryId && step === place.step,
    );
    if (found === undefined || found.sandbox.isAlive) return found;
    this.#giveUp(found);
    return undefined;
  }

  /** False when none can be given up: those in use are left alone. */
  #giveUpOldest(): boolean {
    const oldest = [...this.#kept].find(({ users }) => users === 0);
    if (oldest !== undefined) this.#giveUp(oldest);
    return oldest !== undefined;
  }

  #giveUp(kept: Kept): void {
    this.#forget(kept);
    void kept.last.catch(() => undefined).then(() => this.#release(kept.sandbox));
  }

  #forget(kept: Kept): void {
    clearTimeout(kept.timer);
    this.#kept.delete(kept);
  }

  async #release(sandbox: Sandbox): Promise<void> {
    try {
      await sandbox.release();
    } catch (error) {
      this.#options.onProblem(error);
    }
  }
}

function sameFiles({ files: some }: ChosenFiles, { files: others }: ChosenFiles): boolean {
  return (
    some.length === others.length &&
    some.every((file, position) => {
      const other = others[position];
      return file.name === other?.name && file.hostPath === other.hostPath;
    })
  );
}
