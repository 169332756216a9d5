// How far an evaluation is: on a terminal a bar with what passed so far and the time left, on a pipe a line now and then.
import type { EvaluationResult } from '../contract/evaluation.ts';
import type { Progress } from '../support/progress.ts';
import { formatDuration } from './format.ts';
import { percent } from './percent.ts';
import { progressBar } from './progressBar.ts';
import { ProgressLine } from './progressLine.ts';
import type { Terminal } from './terminal.ts';

export interface EvalAmounts {
  /** Rollouts of the whole evaluation, and those that were there before. */
  readonly total: number;
  readonly before: readonly EvaluationResult[];
  readonly passScore: number;
}

export class EvalProgress {
  readonly #terminal: Terminal;
  readonly #amounts: EvalAmounts;
  readonly #now: () => number;
  readonly #line: ProgressLine;
  readonly #started: number;
  #made = 0;
  #scored = 0;
  #passed = 0;

  /** `now` gives milliseconds of a clock that never jumps. */
  constructor(terminal: Terminal, amounts: EvalAmounts, now: () => number) {
    this.#terminal = terminal;
    this.#amounts = amounts;
    this.#now = now;
    this.#started = now();
    this.#line = new ProgressLine(terminal, now);
    for (const result of amounts.before) this.#count(result);
  }

  /** What goes on before the first rollout ends, such as loading the model. */
  prepare(progress: Progress): void {
    if (this.#made === 0) this.#line.show(progress);
  }

  show(result: EvaluationResult): void {
    this.#made += 1;
    this.#count(result);
    const { total, before } = this.#amounts;
    const done = before.length + this.#made;
    if (!this.#terminal.hasStatus) {
      this.#line.show({ activity: 'Evaluating', done, total, unit: 'items' });
      return;
    }
    const left = ((this.#now() - this.#started) / this.#made) * Math.max(0, total - done);
    const passed = this.#scored === 0 ? 'none scored' : percent(this.#passed / this.#scored);
    this.#terminal.status(
      `${progressBar(done / total)} ${done} of ${total} rollouts, passed ${passed}, ${formatDuration(left)} left`,
    );
  }

  clear(): void {
    this.#line.clear();
  }

  #count({ correctness }: EvaluationResult): void {
    if (correctness === null) return;
    this.#scored += 1;
    if (correctness >= this.#amounts.passScore) this.#passed += 1;
  }
}
