// Repeats calls that may be repeated when the connection breaks under them: short ones once, transfers for as long as they get on.
import type { MachineName } from '../../contract/machine.ts';
import type { Clock } from '../../support/clock.ts';
import type { FailureError } from '../../support/errors.ts';
import type { Channel } from './channel.ts';
import type { ConnectionKeeper } from './connectionKeeper.ts';
import { ConnectionBroken, isOffline, offline, toRemoteFailure } from './remoteProblem.ts';

/** A transfer that got no byte further for this long ends; what is there is kept. */
const mostStandstillMilliseconds = 10 * 60_000;

type Work<Value> = (channel: Channel) => Promise<Value>;

export class SteadyCalls {
  readonly #machine: MachineName;
  readonly #keeper: ConnectionKeeper;
  readonly #clock: Clock;

  constructor(machine: MachineName, keeper: ConnectionKeeper, clock: Clock) {
    this.#machine = machine;
    this.#keeper = keeper;
    this.#clock = clock;
  }

  /** What must not happen twice. */
  async once<Value>(signal: AbortSignal, work: Work<Value>): Promise<Value> {
    try {
      return await work(await this.#keeper.channel(signal));
    } catch (error) {
      throw toRemoteFailure(this.#machine, error);
    }
  }

  /** Connects again once after a break. */
  async short<Value>(signal: AbortSignal, work: Work<Value>): Promise<Value> {
    try {
      return await work(await this.#keeper.channel(signal));
    } catch (error) {
      if (!(error instanceof ConnectionBroken)) throw toRemoteFailure(this.#machine, error);
    }
    return this.once(signal, work);
  }

  /**
   * Waits for the connection to come back, as often as it breaks. The first connection must come about at once.
   * @param work gets where it left off by itself, and calls its second argument whenever it got further
   */
  async long<Value>(
    signal: AbortSignal,
    work: (channel: Channel, gotFurther: () => void) => Promise<Value>,
  ): Promise<Value> {
    let furtherAt = this.#clock.monotonic();
    const gotFurther = () => (furtherAt = this.#clock.monotonic());
    let channel = await this.#keeper.channel(signal);
    for (;;) {
      try {
        return await work(channel, gotFurther);
      } catch (error) {
        if (!(error instanceof ConnectionBroken)) throw toRemoteFailure(this.#machine, error);
      }
      channel = await this.#comeBack(signal, furtherAt + mostStandstillMilliseconds);
    }
  }

  async #comeBack(signal: AbortSignal, until: number): Promise<Channel> {
    for (;;) {
      try {
        return await this.#keeper.channel(signal);
      } catch (error) {
        if (!isOffline(error)) throw error;
        const left = until - this.#clock.monotonic();
        if (left <= 0) throw this.#standstill(error);
        await this.#nextState(signal, left);
      }
    }
  }

  /** Until the connection stands in another way, or the time is over. */
  #nextState(signal: AbortSignal, milliseconds: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        stopListening();
      };
      const stop = () => {
        done();
        reject(signal.reason as Error);
      };
      const go = () => {
        done();
        resolve();
      };
      const timer = setTimeout(go, milliseconds);
      const stopListening = this.#keeper.onConnection(go);
      signal.addEventListener('abort', stop, { once: true });
    });
  }

  #standstill(error: FailureError): FailureError {
    const minutes = Math.round(mostStandstillMilliseconds / 60_000);
    return offline(
      this.#machine,
      `The transfer got no further for ${minutes} min; what is there is kept, and another try goes on. ${error.failure.message}`,
    );
  }
}
