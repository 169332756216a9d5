// A run that somebody looks at: its page, news of it, its queue, its logs, and the rollouts of its train steps.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type * as z from 'zod';
import type { trainingNotifications } from '../../contract/training/trainingRequests.ts';
import type { QueuePage, RunListing, RunPage } from '../../contract/training/runView.ts';
import type { RunJob } from '../../contract/training/runFolder.ts';
import { HumanError } from '../../support/errors.ts';
import type { OnProgress } from '../../support/progress.ts';
import type { MachineLink } from '../link/machineLink.ts';
import { healthBadges } from './badges/healthBadges.ts';
import { cardRoles } from './cardRoles.ts';
import { crashView } from './crashView.ts';
import { notSeen, type KnownRun } from './knownRun.ts';
import { queuePage, type QueueQuery } from './queuePage.ts';
import type { ReadableLogs } from './runLogs.ts';
import { taskProgress } from './taskProgress.ts';

export type RunChanged = Omit<
  z.input<(typeof trainingNotifications)['run-changed']>,
  'handle' | 'at'
>;

export interface OpenedRunParts {
  readonly run: KnownRun;
  readonly logs: ReadableLogs;
  readonly link: Pick<MachineLink, 'look' | 'fetch'>;
  readonly mostPoints: number;
  /** Whether the run's folder is on this computer. */
  readonly isHere: boolean;
}

export class OpenedRun {
  readonly logs: ReadableLogs;
  readonly #parts: OpenedRunParts;
  #told = '';

  constructor(parts: OpenedRunParts) {
    this.#parts = parts;
    this.logs = parts.logs;
  }

  /** All that a page shows; news begin after it. */
  async page(signal: AbortSignal): Promise<RunPage> {
    const { run, mostPoints } = this.#parts;
    await run.refresh();
    const { reader } = run;
    const [listing, job] = [run.shownListing(), shownJob(this.#job())];
    this.#told = JSON.stringify(listing);
    return {
      listing,
      job,
      badges: healthBadges({ steps: reader.table.lines, recipe: job.recipe }),
      metrics: reader.table.columns(mostPoints),
      checkpoints: [...run.checkpoints],
      events: [...reader.events],
      progress: taskProgress(reader, job.recipe),
      sampler: this.#job().processes.sampler?.machine ?? null,
      cards: cardRoles(this.#job()),
      gpus: [...reader.gpus],
      crash: await this.#crash(listing, signal),
      readBytes: reader.readBytes,
    };
  }

  /** Null when there are none. */
  async news(): Promise<RunChanged | null> {
    const { run } = this.#parts;
    const { steps, events, gpus } = await run.refresh();
    const { reader } = run;
    const listing = run.shownListing();
    const told = JSON.stringify(listing);
    if (told === this.#told && steps.length + events.length + gpus.length === 0) return null;
    this.#told = told;
    const { recipe } = this.#job();
    return {
      listing,
      badges: healthBadges({ steps: reader.table.lines, recipe }),
      metrics: reader.table.columnsOf(steps),
      checkpoints: [...run.checkpoints],
      events: [...events],
      progress: taskProgress(reader, recipe),
      gpus: [...gpus],
      readBytes: reader.readBytes,
    };
  }

  /** @throws HumanError for a run whose recipe does not train */
  queue(query: QueueQuery): QueuePage {
    const { reader } = this.#parts.run;
    const { recipe } = this.#job();
    const page = queuePage({ tasks: reader.tasks, visits: reader.visits, recipe }, query);
    if (page === null) throw new HumanError(`The recipe ${recipe.name} does not train.`);
    return page;
  }

  /**
   * The file of trajectories that were sampled for a train step, fetched unless it is here already.
   * @throws HumanError when the step has none
   * @throws FailureError at boundary `remote`
   */
  async fetchStep(step: number, signal: AbortSignal, onProgress: OnProgress): Promise<string> {
    const { link, isHere } = this.#parts;
    const { there, here } = this.#filesOf(step);
    const have = await sizeOf(here);
    if (isHere && have !== null) return here;
    const followed = [{ path: there, from: 0, limit: 1, tailOnly: false }];
    const looked = await link
      .look({ folders: [], files: [], followed, pids: [] }, signal)
      .catch((error: unknown) => {
        if (have === null) throw error;
        return null;
      });
    const size = looked === null ? have : (looked.growth[0]?.size ?? null);
    if (size === null) throw new HumanError(`Train step ${step} has no rollouts yet.`);
    if (size !== have) await link.fetch(there, here, { signal, onProgress });
    return here;
  }

  /** That file, if it is here already. */
  async findStep(step: number): Promise<string | null> {
    const { here } = this.#filesOf(step);
    return (await sizeOf(here)) === null ? null : here;
  }

  /** Where the file of a train step is on its machine, and here. It is named by the train steps that were done before. */
  #filesOf(step: number): { readonly there: string; readonly here: string } {
    const { place, reader } = this.#parts.run;
    const name = `rollouts/${step - 1}.trajectories.jsonl`;
    return { there: `${place.folder}/${name}`, here: path.join(reader.folder, name) };
  }

  async #crash(listing: RunListing, signal: AbortSignal): Promise<RunPage['crash']> {
    if (listing.state !== 'crashed') return null;
    const { problem, newestCheckpoint, step } = listing;
    const logs = await this.logs.tails(signal);
    return crashView({ logs, problem, newestCheckpoint, step, job: this.#job() });
  }

  #job(): RunJob {
    const { job } = this.#parts.run.reader;
    if (job === null) throw notSeen(this.#parts.run.place);
    return job;
  }
}

/** How its processes are started is of no use to a page. */
function shownJob(job: RunJob): RunPage['job'] {
  const shown: RunPage['job'] & Partial<Pick<RunJob, 'processes'>> = { ...job };
  delete shown.processes;
  return shown;
}

async function sizeOf(file: string): Promise<number | null> {
  return stat(file).then(
    ({ size }) => size,
    () => null,
  );
}
