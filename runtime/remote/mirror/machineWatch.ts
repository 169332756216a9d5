// Keeps the mirror of a machine fresh: of all processes on this computer that want it, one holds a lock and asks the machine; when
// it goes another takes over. A page that is open is refreshed often, what nobody looks at seldom, and nothing at all costs little.
import { mkdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../support/clock.ts';
import { errorMessage, isAbort } from '../../support/errors.ts';
import { withFileLock, type LockTimes } from '../../support/fileLock.ts';
import type { Log } from '../../support/log.ts';
import type { MachineMirror, Refreshed } from './machineMirror.ts';
import { machineMirrorFiles } from './mirrorFiles.ts';
import type { Wanted, WantedRuns } from './wantedRuns.ts';

export interface WatchTimes {
  /** Between two looks of this computer at what its windows want. */
  readonly tick: number;
  /** Between two refreshes: while a page of a living run is open, while a run lives, and otherwise. */
  readonly open: number;
  readonly live: number;
  readonly idle: number;
  readonly lock: LockTimes;
}

/** Milliseconds. A heartbeat comes every 5 s. */
export const usualWatchTimes: WatchTimes = {
  tick: 500,
  open: 5_000,
  live: 30_000,
  idle: 60_000,
  lock: { pollMilliseconds: 1_000, touchMilliseconds: 2_000, staleMilliseconds: 10_000 },
};

/** A note on disk lives for some ticks only, so it is renewed well before that. */
const renewMilliseconds = 5_000;

export interface MachineWatchOptions {
  readonly mirror: Pick<MachineMirror, 'refresh'>;
  readonly wanted: WantedRuns;
  /** Of the machine's mirror, on this computer. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly times: WatchTimes;
}

export class MachineWatch {
  readonly #options: MachineWatchOptions;
  readonly #closing = new AbortController();
  #working: Promise<unknown> = Promise.resolve();
  #renewedAt = Number.NEGATIVE_INFINITY;
  #wantsRenewal = false;

  constructor(options: MachineWatchOptions) {
    this.#options = options;
  }

  start(): void {
    const { signal } = this.#closing;
    this.#working = Promise.all([
      this.#until(signal, () => this.#renewWishes(signal)),
      this.#until(signal, () => this.#watchWithLock(signal)),
    ]);
  }

  /** All of the run is mirrored, and often, until the returned function is called. */
  want(run: string): () => void {
    const release = this.#options.wanted.want(run);
    this.#wantsRenewal = true;
    return () => {
      release();
      this.#wantsRenewal = true;
    };
  }

  /** Refreshes at once, new and resumed runs too. */
  hurry(): void {
    this.#options.wanted.hurry();
    this.#wantsRenewal = true;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#working;
    await this.#options.wanted.withdraw();
  }

  async #until(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      try {
        await work();
      } catch (error) {
        if (isAbort(error)) return;
        // Such as a full disk on this computer. What was mirrored stays as it is, and the next refresh goes on there.
        this.#options.log.warn('The mirror could not be kept', { error: errorMessage(error) });
        await this.#pause(this.#options.times.open, signal);
      }
    }
  }

  async #renewWishes(signal: AbortSignal): Promise<void> {
    const { clock, times, wanted } = this.#options;
    if (this.#wantsRenewal || clock.monotonic() - this.#renewedAt > renewMilliseconds) {
      this.#wantsRenewal = false;
      this.#renewedAt = clock.monotonic();
      await wanted.renew();
    }
    await this.#pause(times.tick, signal);
  }

  async #watchWithLock(signal: AbortSignal): Promise<void> {
    const { folder, times } = this.#options;
    await mkdir(folder, { recursive: true });
    const { lock } = machineMirrorFiles(folder);
    await withFileLock(lock, signal, () => this.#watch(signal), times.lock);
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const { clock, times, wanted } = this.#options;
    let last = nothingYet;
    while (!signal.aborted) {
      const wish = await wanted.read(Date.parse(clock.now()));
      const now = clock.monotonic();
      const isUrgent = isNew(wish, last.wish);
      if (isUrgent || now - last.at >= pauseAfter(last.outcome, wish, times)) {
        const sweeps = isUrgent || now - last.sweptAt >= times.idle;
        const outcome = await this.#refresh(wish, sweeps, signal);
        last = { at: now, sweptAt: sweeps ? now : last.sweptAt, wish, outcome };
      } else await this.#pause(times.tick, signal);
    }
  }

  /** Null when the machine could not be asked; its mirror says so. */
  async #refresh({ runs }: Wanted, sweeps: boolean, signal: AbortSignal): Promise<Outcome> {
    try {
      return await this.#options.mirror.refresh({ wanted: runs, sweeps }, signal);
    } catch (error) {
      if (!signal.aborted) {
        this.#options.log.debug('The machine was not heard', { error: errorMessage(error) });
      }
      return null;
    }
  }

  async #pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    await delay(milliseconds, undefined, { signal }).catch(() => undefined);
  }
}

type Outcome = Refreshed | null;

interface LastRefresh {
  /** By the clock that never jumps. */
  readonly at: number;
  readonly sweptAt: number;
  readonly wish: Wanted;
  readonly outcome: Outcome;
}

const nothingYet: LastRefresh = {
  at: Number.NEGATIVE_INFINITY,
  sweptAt: Number.NEGATIVE_INFINITY,
  wish: { runs: new Set(), urgency: '' },
  outcome: null,
};

/** Somebody opened a page, or wants a refresh at once. */
function isNew(now: Wanted, before: Wanted): boolean {
  if ([...now.runs].some((run) => !before.runs.has(run))) return true;
  return now.urgency !== before.urgency && now.urgency !== '';
}

/** A machine that is not heard costs nothing to ask: the connection waits by itself. */
function pauseAfter(outcome: Outcome, { runs }: Wanted, times: WatchTimes): number {
  if (outcome === null) return times.open;
  if (outcome.isBehind) return 0;
  if (!outcome.hasLive) return times.idle;
  return runs.size > 0 ? times.open : times.live;
}
