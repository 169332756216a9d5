// Checkpoints that are served on their machines and reached from here. A served one lives as long as the connection and whoever
// asked for it: a closed laptop leaves no model behind on a card.
import type { MachineName } from '../../contract/machine.ts';
import type { RunJob } from '../../contract/training/runFolder.ts';
import type { RunPlace } from '../../contract/training/runView.ts';
import { hasEnded } from '../../store/runs/readRun.ts';
import { HumanError } from '../../support/errors.ts';
import type { OnProgress } from '../../support/progress.ts';
import { filesThere } from '../checkpoints/filesThere.ts';
import { checkpointFolder } from '../checkpoints/listCheckpoints.ts';
import { readRunThere } from '../checkpoints/runThere.ts';
import type { MachineLink } from '../link/machineLink.ts';
import { installedProgram } from '../provision/installedProgram.ts';
import { servingProgram } from './servingProgram.ts';
import { startServer } from './startServer.ts';

export interface ServedCheckpointsParts {
  readonly link: (machine: MachineName) => MachineLink;
  /** Ports of the machine's 127.0.0.1 that nobody listens on. */
  readonly freePort: (link: MachineLink, signal: AbortSignal) => Promise<number>;
  /** Between two looks whether it is ready. */
  readonly pollMilliseconds: number;
}

export interface ServeOptions {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

export interface ServedCheckpoint {
  /** As `--model` takes it. */
  readonly model: string;
  readonly localPort: number;
  /** Resolves when it is not served any more, whatever the reason. */
  readonly ended: Promise<void>;
  /** One sentence on why it is not served any more; null while it is. */
  readonly problem: () => string | null;
}

/** A checkpoint by where it lies. */
export interface ServedPlace {
  readonly place: RunPlace;
  readonly step: number;
}

interface Serving {
  readonly served: ServedCheckpoint;
  readonly stop: () => Promise<void>;
}

export class ServedCheckpoints {
  readonly #parts: ServedCheckpointsParts;
  readonly #serving = new Map<string, Promise<Serving>>();
  /** Those that answer. */
  readonly #served = new Map<string, ServedPlace>();

  constructor(parts: ServedCheckpointsParts) {
    this.#parts = parts;
  }

  /**
   * The same one when it is served already.
   * @throws HumanError when there are no whole weights, or the run has the cards
   * @throws FailureError at boundary `remote`; `remote/not-served` with what the server said last
   */
  async serve(place: RunPlace, step: number, options: ServeOptions): Promise<ServedCheckpoint> {
    const key = keyOf(place, step);
    const known = this.#serving.get(key);
    if (known !== undefined) return (await known).served;
    const starting = this.#start(place, step, options);
    this.#serving.set(key, starting);
    const forget = () => this.#forget(key, starting);
    starting.then(({ served }) => served.ended.then(forget), forget);
    return (await starting).served;
  }

  /** Those that answer now. */
  all(): readonly ServedPlace[] {
    return [...this.#served.values()];
  }

  isServed(place: RunPlace, step: number): boolean {
    return this.#served.has(keyOf(place, step));
  }

  /** Nothing where it is not served. */
  async unserve(place: RunPlace, step: number): Promise<void> {
    const key = keyOf(place, step);
    const starting = this.#serving.get(key);
    if (starting === undefined) return;
    const { stop } = await starting;
    this.#forget(key, starting);
    await stop();
  }

  async close(): Promise<void> {
    const all = await Promise.allSettled(this.#serving.values());
    this.#serving.clear();
    this.#served.clear();
    for (const one of all) if (one.status === 'fulfilled') await one.value.stop();
  }

  async #start(place: RunPlace, step: number, options: ServeOptions): Promise<Serving> {
    const { signal, onProgress } = options;
    const { pollMilliseconds } = this.#parts;
    const link = this.#parts.link(place.machine);
    const tell = (activity: string) =>
      onProgress({ activity, done: 0, total: null, unit: 'items' });
    tell(`Looking at the checkpoint on ${place.machine}`);
    const { program, port, name } = await this.#planned(link, place, step, signal);
    const onWait = () => tell('Loading the checkpoint');
    const server = await startServer(link, {
      ...{ program, port, pollMilliseconds, signal, onWait },
    });
    const { localPort, ended, problem, stop } = server;
    this.#served.set(keyOf(place, step), { place, step });
    const model = `${name}@http://127.0.0.1:${localPort}/v1`;
    return { served: { model, localPort, ended, problem }, stop };
  }

  /** What serves it, and where. @throws HumanError when that cannot be */
  async #planned(link: MachineLink, { folder: run }: RunPlace, step: number, signal: AbortSignal) {
    const job = await servableJob(link, run, signal);
    const folder = checkpointFolder(run, step);
    const isAdapter = await weightsKind(link, folder, signal);
    const port = await this.#parts.freePort(link, signal);
    const name = `checkpoint-${step}`;
    const newest = await installedProgram(link, signal);
    const program = servingProgram(job, { folder, isAdapter, name, port }, newest);
    return { program, port, name };
  }

  /** Unless it is served anew already. */
  #forget(key: string, starting: Promise<Serving>): void {
    if (this.#serving.get(key) !== starting) return;
    this.#serving.delete(key);
    this.#served.delete(key);
  }
}

/** @throws HumanError when the run has its cards itself */
async function servableJob(
  link: MachineLink,
  folder: string,
  signal: AbortSignal,
): Promise<RunJob> {
  const { job, status } = await readRunThere(link, folder, signal);
  if (job.device === 'cpu' || status === null || hasEnded(status)) return job;
  throw new HumanError(
    'The run has its graphics cards, so no checkpoint of it can be served beside it. Stop the run first, or download the checkpoint.',
  );
}

/** True for an adapter. @throws HumanError when the folder holds no weights that can be loaded */
async function weightsKind(
  link: MachineLink,
  folder: string,
  signal: AbortSignal,
): Promise<boolean> {
  const files = (await filesThere(link, [folder], signal)).get(folder) ?? [];
  const names = new Set(files.map(({ name }) => name));
  if (names.has('adapter_config.json')) return true;
  const whole = ['model.safetensors', 'model.safetensors.index.json', 'pytorch_model.bin'];
  if (names.has('config.json') && whole.some((name) => names.has(name))) return false;
  throw new HumanError(`${folder} holds no whole model and no adapter, so it cannot be served.`);
}

function keyOf({ machine, folder }: RunPlace, step: number): string {
  return JSON.stringify([machine, folder, step]);
}
