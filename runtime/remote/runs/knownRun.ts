// One run as it is known on this computer: its files, read as they grow, and how its machine was heard.
import type { RunJob } from '../../contract/training/runFolder.ts';
import type { RunListing, RunPlace } from '../../contract/training/runView.ts';
import { HumanError } from '../../support/errors.ts';
import { runListing } from './runListing.ts';
import { RunReader, type Depth, type RunNews } from './runReader.ts';
import type { RunLook, RunSource } from './runSource.ts';

export class KnownRun {
  readonly reader: RunReader;
  readonly #source: RunSource;
  #look: RunLook | null = null;

  constructor(source: RunSource, depth: Depth) {
    this.#source = source;
    this.reader = new RunReader(source.folder, depth);
  }

  get place(): RunPlace {
    return this.#source.place;
  }

  /**
   * Reads what is new.
   * @throws HumanError when files of the run cannot be read
   * @throws FailureError at boundary `store`
   */
  async refresh(): Promise<RunNews> {
    // How it was heard first: what is read after that is not older.
    this.#look = await this.#source.look(this.reader.status);
    return this.reader.refresh();
  }

  /** Null while the run was not seen, or when its folder is gone. */
  listing(): RunListing | null {
    return this.#look === null || this.reader.job === null
      ? null
      : this.#listing(this.#look, this.reader.job);
  }

  /** Also of a run whose folder is gone. @throws HumanError when it was never seen */
  shownListing(): RunListing {
    const { job } = this.reader;
    if (job === null) throw notSeen(this.place);
    const listing = this.listing();
    if (listing !== null) return listing;
    const gone = this.#listing(unheard, job);
    const problem = `The folder of the run is gone: ${this.place.folder} was moved or deleted. What was read of it stays in view.`;
    return { ...gone, state: 'crashed', lastState: 'crashed', problem, secondsLeft: null };
  }

  get checkpoints(): readonly number[] {
    return this.#look?.checkpoints ?? [];
  }

  #listing({ hearing, checkpoints }: RunLook, job: RunJob): RunListing {
    const { status, table } = this.reader;
    return runListing({ place: this.place, job, status, steps: table.lines, checkpoints }, hearing);
  }
}

const unheard: RunLook = {
  hearing: {
    isConnected: false,
    heardAt: null,
    aheadMilliseconds: 0,
    isAlive: null,
    bootId: null,
  },
  checkpoints: [],
};

export function notSeen({ machine, folder }: RunPlace): HumanError {
  return new HumanError(
    `There is no run in ${folder} of ${machine}, or it was not seen yet. List the runs: tool-r1 machine runs.`,
  );
}
