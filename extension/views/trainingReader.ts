// Reads what the tree shows of runs and machines, once until something changed. Asks the runtime; knows no VS Code.
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';
import { messageOf } from '../support/problem.ts';
import { noTraining, type TrainingContents } from './trainingNode.ts';

export class TrainingReader {
  readonly #runtime: RuntimeRequests;
  readonly #workspaces: () => readonly string[];
  #reading: Promise<TrainingContents> | null = null;
  #last = noTraining;

  constructor(runtime: RuntimeRequests, workspaces: () => readonly string[]) {
    this.#runtime = runtime;
    this.#workspaces = workspaces;
  }

  /** What was read last; empty before the first time. */
  get last(): TrainingContents {
    return this.#last;
  }

  /** Never rejects: what cannot be read says why. */
  read(): Promise<TrainingContents> {
    this.#reading ??= this.#read();
    return this.#reading;
  }

  /** The next `read` looks again. */
  forget(): void {
    this.#reading = null;
  }

  async #read(): Promise<TrainingContents> {
    this.#last = await this.#ask();
    return this.#last;
  }

  async #ask(): Promise<TrainingContents> {
    try {
      const [{ runs }, { machines }] = await Promise.all([
        this.#runtime.request('list-runs', { workspaces: [...this.#workspaces()] }),
        this.#runtime.request('list-machines', {}),
      ]);
      return { runs, machines, problem: null };
    } catch (error) {
      return { ...noTraining, problem: messageOf(error) };
    }
  }
}
