// How far a difficulty filter is: on a terminal a bar with counts, on a pipe a line now and then.
import type { TaskSample } from '../contract/training/taskSample.ts';
import type { Progress } from '../support/progress.ts';
import type { FilterPlan } from './filterPlan.ts';
import { filterOutcome, type TaskOutcome } from './filterOutcome.ts';
import { formatDuration } from './format.ts';
import { progressBar } from './progressBar.ts';
import { ProgressLine } from './progressLine.ts';
import type { Terminal } from './terminal.ts';

export class FilterProgress {
  readonly #terminal: Terminal;
  readonly #plan: FilterPlan;
  readonly #now: () => number;
  readonly #line: ProgressLine;
  readonly #started: number;
  /** Samples that were there before; null until one was made. */
  #before: number | null = null;

  /** `now` gives milliseconds of a clock that never jumps. */
  constructor(terminal: Terminal, plan: FilterPlan, now: () => number) {
    this.#terminal = terminal;
    this.#plan = plan;
    this.#now = now;
    this.#started = now();
    this.#line = new ProgressLine(terminal, now);
  }

  /** What goes on before the first sample, such as loading the model. */
  prepare(progress: Progress): void {
    if (this.#before === null) this.#line.show(progress);
  }

  /** @param samples all of them, the newest last */
  show(samples: readonly TaskSample[]): void {
    this.#before ??= samples.length - 1;
    const { tasks, samples: each } = this.#plan;
    const outcome = filterOutcome(this.#plan, samples);
    const done = outcome.reduce((sum, one) => sum + one.samples + one.unscored, 0);
    const total = tasks.length * each;
    if (!this.#terminal.hasStatus) {
      this.#line.show({ activity: 'Rolling out', done, total, unit: 'items' });
      return;
    }
    const made = samples.length - this.#before;
    const left = ((this.#now() - this.#started) / made) * (total - done);
    this.#terminal.status(
      `${progressBar(done / total)} ${done} of ${total} rollouts, ${countsOf(outcome, each)}, ${formatDuration(left)} left`,
    );
  }

  clear(): void {
    this.#line.clear();
  }
}

/** Of the tasks whose samples are all there. */
function countsOf(outcome: readonly TaskOutcome[], each: number): string {
  const whole = outcome.filter(({ samples, unscored }) => samples + unscored === each);
  const number = (difficulty: TaskOutcome['difficulty']) =>
    whole.filter((one) => one.difficulty === difficulty).length;
  return `${number('kept')} kept, ${number('too-easy')} too easy, ${number('too-hard')} too hard`;
}
