// Things that are lent out one at a time, and those who wait for one, in the order in which they came. What was given back last is
// lent first, because it is still warm.
import { setMaxListeners } from 'node:events';

interface Waiter<Thing> {
  readonly give: (thing: Thing) => void;
  readonly fail: (error: Error) => void;
}

export class WaitingLine<Thing> {
  private readonly idle: Thing[] = [];
  private readonly waiters: Waiter<Thing>[] = [];

  /** A thing that is free now, or null. */
  takeFree(): Thing | null {
    return this.idle.pop() ?? null;
  }

  /**
   * The next free thing.
   * @throws DOMException `AbortError` when the signal fires first, or the error given to `fail`
   */
  async take(signal: AbortSignal): Promise<Thing> {
    const thing = this.takeFree();
    if (thing !== null) return thing;
    // Many may wait with one signal; that is no leak.
    setMaxListeners(0, signal);
    return new Promise<Thing>((resolve, reject) => {
      const stop = (): void => {
        this.waiters.splice(this.waiters.indexOf(waiter), 1);
        reject(new DOMException('The wait for a sandbox was stopped.', 'AbortError'));
      };
      const settled = () => signal.removeEventListener('abort', stop);
      const waiter: Waiter<Thing> = {
        give: (given) => {
          settled();
          resolve(given);
        },
        fail: (error) => {
          settled();
          reject(error);
        },
      };
      signal.addEventListener('abort', stop, { once: true });
      this.waiters.push(waiter);
    });
  }

  /** Gives a free thing to whoever waits longest. */
  offer(thing: Thing): void {
    const waiter = this.waiters.shift();
    if (waiter === undefined) this.idle.push(thing);
    else waiter.give(thing);
  }

  /** Takes a thing that is free out of the line. */
  withdraw(thing: Thing): void {
    const at = this.idle.indexOf(thing);
    if (at >= 0) this.idle.splice(at, 1);
  }

  /** Sends everybody who waits away. */
  fail(error: Error): void {
    for (const waiter of this.waiters.splice(0)) waiter.fail(error);
  }
}
