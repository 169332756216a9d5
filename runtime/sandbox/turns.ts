// Who may use a core now. More interpreters than cores are worth having, because most episodes wait for their policy; but interpreters
// that work at the same time on the same core only push each other out of its caches. An episode that is under way goes before one
// that begins, so that few interpreters stay warm and the others are touched only when they are needed.
import { setMaxListeners } from 'node:events';

/** A step that takes longer shares the cores with the others from then on, so that nobody waits for it. */
const turnMilliseconds = 50;

/** The right to use a core. */
export interface Turn {
  /** Passes the turn on. More than once does nothing. */
  readonly end: () => void;
}

type Waiter = (turn: Turn) => void;

/** For those who do not wait any more. */
const noTurn: Turn = { end: () => undefined };

export class Turns {
  private free: number;
  private readonly underWay: Waiter[] = [];
  private readonly beginning: Waiter[] = [];
  private passesOn = false;

  /** @param limit how many may work at once */
  constructor(limit: number) {
    this.free = limit;
  }

  /** A turn for an episode that is under way. When the signal fires it need not wait: what follows is to be stopped at once. */
  async forStep(signal: AbortSignal): Promise<Turn> {
    return this.free > 0 ? this.grant() : this.wait(this.underWay, signal);
  }

  /** A turn for an episode that begins, when no other wants it. */
  async toBegin(signal: AbortSignal): Promise<Turn> {
    return this.free > 0 && !this.passesOn ? this.grant() : this.wait(this.beginning, signal);
  }

  /** Lets everybody through from now on. */
  lift(): void {
    this.free = Number.POSITIVE_INFINITY;
    this.serve(this.underWay);
    this.serve(this.beginning);
  }

  private grant(): Turn {
    this.free -= 1;
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      this.free += 1;
      this.passOn();
    };
    const timer = setTimeout(end, turnMilliseconds);
    timer.unref();
    return { end };
  }

  private passOn(): void {
    this.serve(this.underWay);
    if (this.passesOn || this.beginning.length === 0) return;
    this.passesOn = true;
    // The episode whose turn this was may want the next one at once, for its next step.
    setImmediate(() => {
      this.passesOn = false;
      this.serve(this.beginning);
    });
  }

  private serve(waiters: Waiter[]): void {
    while (this.free > 0 && waiters.length > 0) waiters.shift()?.(this.grant());
  }

  private async wait(waiters: Waiter[], signal: AbortSignal): Promise<Turn> {
    if (signal.aborted) return noTurn;
    // Many may wait with one signal; that is no leak.
    setMaxListeners(0, signal);
    return new Promise<Turn>((resolve) => {
      const stop = (): void => {
        waiters.splice(waiters.indexOf(waiter), 1);
        resolve(noTurn);
      };
      const waiter: Waiter = (turn) => {
        signal.removeEventListener('abort', stop);
        resolve(turn);
      };
      signal.addEventListener('abort', stop, { once: true });
      waiters.push(waiter);
    });
  }
}
