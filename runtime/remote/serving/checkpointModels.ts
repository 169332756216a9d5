// Checkpoints of training runs as models: found by the names of their runs, served where they lie, and listed.
import type { ModelListing } from '../../contract/requests.ts';
import type { RunListing, RunPlace } from '../../contract/training/runView.ts';
import { type CheckpointName, checkpointModelName } from '../../policy/modelName.ts';
import { HumanError } from '../../support/errors.ts';
import type { RunCheckpoints } from '../checkpoints/runCheckpoints.ts';
import { nameOf } from '../runs/runListing.ts';
import type { TrainingRuns } from '../runs/trainingRuns.ts';
import type {
  ServedCheckpoint,
  ServedCheckpoints,
  ServedPlace,
  ServeOptions,
} from './servedCheckpoints.ts';

export interface CheckpointModelsParts {
  readonly runs: Pick<TrainingRuns, 'known' | 'renewAll'>;
  readonly checkpoints: Pick<RunCheckpoints, 'find'>;
  readonly serving: Pick<ServedCheckpoints, 'serve' | 'all' | 'isServed'>;
  /** Folders whose runs of this computer count. */
  readonly workspaces: readonly string[];
}

export interface NamedCheckpoint extends ServedPlace {
  /** As `--model` takes it. */
  readonly model: string;
}

/** Runs whose newest checkpoint is listed; the others can be named. */
const mostListed = 10;

export class CheckpointModels {
  readonly #parts: CheckpointModelsParts;
  readonly #workspaces: Set<string>;

  constructor(parts: CheckpointModelsParts) {
    this.#parts = parts;
    this.#workspaces = new Set(parts.workspaces);
  }

  /** Their runs count from then on. */
  addWorkspaces(folders: readonly string[]): void {
    for (const folder of folders) this.#workspaces.add(folder);
  }

  /**
   * The same one when it is served already.
   * @throws HumanError when there is no such run or checkpoint, or it cannot be served
   * @throws FailureError at boundary `remote`
   */
  async serve(name: CheckpointName, options: ServeOptions): Promise<ServedCheckpoint> {
    const { checkpoints, serving } = this.#parts;
    const { step } = name;
    const place = await this.placeOf(name, options);
    if (!serving.isServed(place, step)) await checkpoints.find(place, step, options.signal);
    return serving.serve(place, step, options);
  }

  /** Looks at the machines only when the run is not known. @throws HumanError when there is none, or more than one */
  async placeOf(name: CheckpointName, { signal, onProgress }: ServeOptions): Promise<RunPlace> {
    const known = oneOf(name, await this.#known());
    if (known !== null) return known;
    const activity = `Looking for the run ${name.run} on the attached machines`;
    onProgress({ activity, done: 0, total: null, unit: 'items' });
    const problems = await this.#parts.runs.renewAll(signal);
    const found = oneOf(name, await this.#known());
    if (found !== null) return found;
    const where = name.machine === null ? '' : ` on ${name.machine}`;
    throw new HumanError(
      [
        `There is no run ${name.run}${where}.`,
        ...problems,
        'List the runs: tool-r1 machine runs.',
      ].join(' '),
    );
  }

  /** As a person may name it, with its machine where others have a run of this name. */
  async nameOf(place: RunPlace, step: number): Promise<string> {
    return nameAmong(await this.#known(), place, step);
  }

  /** Those that are served, each with its name. */
  async served(): Promise<readonly NamedCheckpoint[]> {
    return this.#servedAmong(await this.#known());
  }

  /** Those that are served, and the newest one of each run; connects to nothing. */
  async list(): Promise<readonly ModelListing[]> {
    const known = await this.#known();
    const served = this.#servedAmong(known).map(({ model: name, place }) => ({
      ...{ name, kind: 'checkpoint' as const, ready: true, detail: `Served on ${place.machine}.` },
    }));
    return [...served, ...known.flatMap((run) => this.#newest(known, run)).slice(0, mostListed)];
  }

  #servedAmong(known: readonly RunListing[]): readonly NamedCheckpoint[] {
    return this.#parts.serving
      .all()
      .map(({ place, step }) => ({ place, step, model: nameAmong(known, place, step) }));
  }

  #newest(known: readonly RunListing[], run: RunListing): ModelListing[] {
    const { place, newestCheckpoint: step } = run;
    if (step === null || this.#parts.serving.isServed(place, step)) return [];
    const name = nameAmong(known, place, step);
    const detail = `Newest checkpoint of a run on ${place.machine}. Asking it serves it there.`;
    return [{ name, kind: 'checkpoint', ready: false, detail }];
  }

  #known(): Promise<readonly RunListing[]> {
    return this.#parts.runs.known([...this.#workspaces]);
  }
}

/** Null when there is none. @throws HumanError when there are several */
function oneOf(
  { machine, run, step }: CheckpointName,
  known: readonly RunListing[],
): RunPlace | null {
  const found = known
    .filter(({ name, place }) => name === run && (machine === null || machine === place.machine))
    .map(({ place }) => place);
  const [first, ...others] = found;
  if (first === undefined || others.length === 0) return first ?? null;
  const names = found.map((place) => checkpointModelName({ machine: place.machine, run, step }));
  if (new Set(names).size > 1) {
    throw new HumanError(`There are several runs ${run}. Name one of: ${names.join(', ')}.`);
  }
  const folders = found.map(({ folder }) => folder).join(' and ');
  throw new HumanError(
    `There are several runs ${run} on ${first.machine}, in ${folders}. Rename one of the folders.`,
  );
}

function nameAmong(known: readonly RunListing[], place: RunPlace, step: number): string {
  const run = nameOf(place);
  const isAlone = known.filter(({ name }) => name === run).length < 2;
  return checkpointModelName({ machine: isAlone ? null : place.machine, run, step });
}
