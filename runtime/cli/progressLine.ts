// Tells how long work stands: on a terminal one line that moves, on a pipe a line now and then, and nothing for work that
// is done within a second, unless it is told to speak at once.
import type { Progress } from '../support/progress.ts';
import { formatProgress } from './format.ts';
import type { Terminal } from './terminal.ts';

const usualQuiet = 1000;
const repeatMilliseconds = 10_000;

export class ProgressLine {
  readonly #terminal: Terminal;
  readonly #now: () => number;
  readonly #quietMilliseconds: number;
  #activity = '';
  #since = 0;
  /** Null until this activity had a line. */
  #lastLine: number | null = null;
  #ended = false;

  /**
   * @param now gives milliseconds of a clock that never jumps
   * @param quietMilliseconds of an activity before its first line on a pipe; 0 for work that nearly always takes long
   */
  constructor(terminal: Terminal, now: () => number, quietMilliseconds = usualQuiet) {
    this.#terminal = terminal;
    this.#now = now;
    this.#quietMilliseconds = quietMilliseconds;
  }

  show(progress: Progress): void {
    if (progress.activity !== this.#activity) this.#begin(progress.activity);
    if (this.#terminal.hasStatus) this.#terminal.status(formatProgress(progress));
    else this.#showOnPipe(progress);
  }

  /** Takes the moving line away. */
  clear(): void {
    this.#terminal.status('');
  }

  #begin(activity: string): void {
    this.#activity = activity;
    this.#since = this.#now();
    this.#lastLine = null;
    this.#ended = false;
  }

  #showOnPipe(progress: Progress): void {
    const now = this.#now();
    const ended = progress.total !== null && progress.done >= progress.total;
    const isDue = this.#lastLine === null || now - this.#lastLine >= repeatMilliseconds;
    const isEnd = ended && this.#lastLine !== null;
    if (this.#ended || now - this.#since < this.#quietMilliseconds || !(isDue || isEnd)) return;
    this.#terminal.message(formatProgress(progress));
    this.#lastLine = now;
    this.#ended = ended;
  }
}
