// The run of the panel, for whichever page of it is shown: takes the facts of the extension in and tells the pages.
import type { RunHost } from './runContext.ts';
import { reduceRun, type RunFact, type RunModel } from './runModel.ts';

export type RunListener = (now: RunModel, before: RunModel) => void;

export class RunStore {
  readonly #listeners = new Set<RunListener>();
  #model: RunModel;

  constructor(model: RunModel) {
    this.#model = model;
  }

  get model(): RunModel {
    return this.#model;
  }

  /** Follows the facts until the signal is aborted. */
  listen(host: Pick<RunHost, 'on'>, signal: AbortSignal): void {
    const take = (fact: RunFact): void => this.#take(fact);
    host.on('run-changed', take, signal);
    host.on('run-read', take, signal);
    host.on('machine-changed', take, signal);
  }

  /** Calls the listener after each fact until the signal is aborted. */
  onChange(listener: RunListener, signal: AbortSignal): void {
    this.#listeners.add(listener);
    signal.addEventListener('abort', () => this.#listeners.delete(listener));
  }

  #take(fact: RunFact): void {
    const before = this.#model;
    this.#model = reduceRun(before, fact);
    for (const listener of this.#listeners) listener(this.#model, before);
  }
}
