// Keeps one connection: opens it when it is needed, opens it again after a break, waits longer from try to try, and tells how it
// stands. Does not decide what is repeated after a break; steadyCalls.ts does.
import type { MachineConnection, MachineName } from '../../contract/machine.ts';
import type { Clock } from '../../support/clock.ts';
import { FailureError, isAbort, toFailure } from '../../support/errors.ts';
import type { Log } from '../../support/log.ts';
import { SharedOpening } from '../../support/sharedOpening.ts';
import { backOff } from './backOff.ts';
import type { Channel } from './channel.ts';
import type { Connector } from './connector.ts';
import { offline, toRemoteFailure } from './remoteProblem.ts';

export interface KeeperParts {
  readonly machine: MachineName;
  readonly connector: Connector;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly log: Log;
}

export class ConnectionKeeper {
  readonly #parts: KeeperParts;
  readonly #listeners = new Set<(connection: MachineConnection) => void>();
  #connection: MachineConnection = { state: 'idle', lastSeenAt: null };
  #channel: Channel | null = null;
  #opening: SharedOpening<Channel> | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** Why nothing is tried now; null when the next call may try. */
  #problem: FailureError | null = null;
  #failures = 0;
  #lastSeenAt: string | null = null;
  #isClosed = false;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
  }

  get connection(): MachineConnection {
    return this.#connection;
  }

  onConnection(listener: (connection: MachineConnection) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The open connection, or a new one. @throws FailureError at once while it waits for the next try */
  async channel(signal: AbortSignal): Promise<Channel> {
    signal.throwIfAborted();
    if (this.#channel?.isOpen === true) return this.#channel;
    if (this.#opening === null && this.#problem !== null) throw this.#problem;
    return this.#open(signal);
  }

  /** Tries at once instead of waiting for the next try. */
  retry(): void {
    this.#stopWaiting();
    this.#tryAlone();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopWaiting();
    this.#opening?.callOff();
    this.#listeners.clear();
    await this.#channel?.close();
  }

  #open(signal: AbortSignal): Promise<Channel> {
    if (this.#isClosed) return Promise.reject(this.#closedProblem());
    const underWay = this.#opening?.isCalledOff === false ? this.#opening : null;
    const opening = underWay ?? this.#begin();
    return opening.join({ signal, onProgress: () => undefined });
  }

  #begin(): SharedOpening<Channel> {
    this.#show({ state: 'connecting' });
    const opening = new SharedOpening((options) => this.#connect(options.signal));
    this.#opening = opening;
    opening.value.catch((error: unknown) => {
      if (this.#opening === opening) this.#failed(error);
    });
    return opening;
  }

  async #connect(signal: AbortSignal): Promise<Channel> {
    const { connector, clock, machine } = this.#parts;
    const channel = await connector.connect(signal);
    try {
      const asked = clock.monotonic();
      await channel.ask({ name: 'hello', signal });
      if (this.#isClosed) throw this.#closedProblem();
      this.#opened(channel, clock.monotonic() - asked);
      return channel;
    } catch (error) {
      await channel.close();
      throw toRemoteFailure(machine, error);
    }
  }

  #opened(channel: Channel, roundTripMilliseconds: number): void {
    this.#opening = null;
    this.#channel = channel;
    this.#failures = 0;
    this.#seen();
    const since = this.#parts.clock.now();
    this.#show({ state: 'connected', since, roundTripMilliseconds });
    void channel.broken.then(({ message }) => this.#lost(channel, message));
  }

  #lost(channel: Channel, why: string): void {
    if (this.#channel !== channel || this.#isClosed) return;
    this.#channel = null;
    this.#seen();
    if (this.#opening !== null) return;
    // Whoever calls meanwhile connects at once: nothing says yet that it cannot be reached.
    this.#waitAfter(offline(this.#parts.machine, `The connection broke. ${why}`));
    this.#problem = null;
  }

  #failed(error: unknown): void {
    this.#opening = null;
    if (this.#isClosed) return;
    if (isAbort(error)) {
      this.#show({ state: 'idle', lastSeenAt: this.#lastSeenAt });
      return;
    }
    const { machine, log } = this.#parts;
    const failed = error instanceof FailureError ? error : offline(machine, String(error));
    log.info('not connected', { machine, code: failed.failure.code });
    if (failed.failure.code === 'remote/offline') this.#waitAfter(failed);
    else this.#giveUp(failed);
  }

  /** Only a person can mend it. */
  #giveUp(problem: FailureError): void {
    this.#problem = problem;
    this.#showOffline(problem, null);
  }

  #waitAfter(problem: FailureError): void {
    this.#problem = problem;
    this.#failures += 1;
    const wait = backOff(this.#failures, this.#parts.random());
    const nextTry = Date.parse(this.#parts.clock.now()) + wait;
    this.#timer = setTimeout(() => this.retry(), wait);
    // A command of the terminal that has its answer does not wait for it.
    this.#timer.unref();
    this.#showOffline(problem, new Date(nextTry).toISOString());
  }

  #stopWaiting(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#problem = null;
  }

  /** What becomes of it is told by the state. */
  #tryAlone(): void {
    if (this.#isClosed) return;
    this.channel(new AbortController().signal).catch(() => undefined);
  }

  #seen(): void {
    this.#lastSeenAt = this.#parts.clock.now();
  }

  #showOffline(problem: FailureError, nextTryAt: string | null): void {
    const { message } = toFailure(problem, 'remote');
    this.#show(offlineState(message, this.#lastSeenAt, nextTryAt));
  }

  #show(connection: MachineConnection): void {
    this.#connection = connection;
    for (const listener of this.#listeners) listener(connection);
  }

  #closedProblem(): FailureError {
    return offline(this.#parts.machine, 'It was detached.');
  }
}

function offlineState(
  problem: string,
  lastSeenAt: string | null,
  nextTryAt: string | null,
): MachineConnection {
  return { state: 'offline', lastSeenAt, problem, nextTryAt };
}
