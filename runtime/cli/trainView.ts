// Shows a training run while it goes on: a line for each train step, on a terminal also one that moves.
import type {
  RunFolderEvent,
  RunStatus,
  TrainStepMetrics,
} from '../contract/training/runFolder.ts';
import type { RunListener } from '../store/runs/watchRun.ts';
import { sanitise } from './sanitise.ts';
import type { Terminal } from './terminal.ts';
import { formatTimeLeft, secondsLeft } from './trainFigures.ts';
import { TrainTable, type ShownStep } from './trainTable.ts';

/** Events that a person is told in words; the others show in the table and the moving line. */
const toldEvents = new Set(['run-started', 'process-ended', 'stop-asked']);

export class TrainView implements RunListener {
  readonly #terminal: Terminal;
  #totalSteps: number | null;
  readonly #seconds: number[] = [];
  #table: TrainTable | null = null;
  #left: number | null = null;

  /** @param totalSteps null when only the status of the run tells it */
  constructor(terminal: Terminal, totalSteps: number | null) {
    this.#terminal = terminal;
    this.#totalSteps = totalSteps;
  }

  onStatus({ step, totalSteps, activity }: RunStatus): void {
    this.#totalSteps = totalSteps ?? this.#totalSteps;
    const of = this.#totalSteps === null ? '' : `/${this.#totalSteps}`;
    const left = this.#left === null ? '' : ` · ${formatTimeLeft(this.#left)} left`;
    this.#terminal.status(
      sanitise(activity === '' ? '' : `step ${step}${of} · ${activity}${left}`),
    );
  }

  onStep({ step, metrics }: TrainStepMetrics): void {
    const seconds = metrics['seconds/step'] ?? null;
    if (seconds !== null) this.#seconds.push(seconds);
    this.#left = secondsLeft(this.#seconds, step, this.#totalSteps);
    const { palette } = this.#terminal;
    const shown = { step, totalSteps: this.#totalSteps, metrics, secondsLeft: this.#left };
    if (this.#table === null) {
      this.#table = this.#begin(shown);
      this.#terminal.line(palette.faint(this.#table.head));
    }
    this.#terminal.line(sanitise(this.#table.row(shown)));
  }

  onEvent({ type, message }: RunFolderEvent): void {
    if (toldEvents.has(type)) this.#terminal.message(sanitise(message));
  }

  onProblem(problem: string): void {
    this.#terminal.message(sanitise(problem));
  }

  #begin(first: ShownStep): TrainTable {
    return new TrainTable(first, this.#terminal.columns);
  }
}

/** The same as one JSON object a line: the run's events as they stand in its folder, and `step-measured` for its metrics. */
export class TrainEvents implements RunListener {
  readonly #terminal: Terminal;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  onStatus(): void {
    // What the status tells of moments is in the events; the last one is printed at the end.
  }

  onStep(step: TrainStepMetrics): void {
    this.#terminal.line(JSON.stringify({ type: 'step-measured', ...step }));
  }

  onEvent(event: RunFolderEvent): void {
    this.#terminal.line(JSON.stringify(event));
  }

  onProblem(problem: string): void {
    this.#terminal.message(sanitise(problem));
  }
}
