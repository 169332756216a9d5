// Checkpoints that are served on their machines and reached from here. A served one lives as long as the connection and the last of
// those who use it: a person until they end the serving, an evaluation until it is through. A closed laptop leaves no model behind on
// a card.
import type { MachineName } from '../../contract/machine.ts';
import type { RunJob } from '../../contract/training/runFolder.ts';
import type { RunPlace } from '../../contract/training/runView.ts';
import { hasEnded } from '../../store/runs/readRun.ts';
import { HumanError } from '../../support/errors.ts';
import type { OpeningOptions } from '../../support/sharedOpening.ts';
import { filesThere } from '../checkpoints/filesThere.ts';
import { checkpointFolder } from '../checkpoints/listCheckpoints.ts';
import { readRunThere } from '../checkpoints/runThere.ts';
import type { MachineLink } from '../link/machineLink.ts';
import { installedProgram } from '../provision/installedProgram.ts';
import { servingProgram } from './servingProgram.ts';
import { type ServerUse, SharedServer } from './sharedServer.ts';
import { type StartedServer, startServer } from './startServer.ts';

export interface ServedCheckpointsParts {
  readonly link: (machine: MachineName) => MachineLink;
  /** Ports of the machine's 127.0.0.1 that nobody listens on. */
  readonly freePort: (link: MachineLink, signal: AbortSignal) => Promise<number>;
  /** Between two looks whether it is ready. */
  readonly pollMilliseconds: number;
}

export type ServeOptions = OpeningOptions;

export interface ServedCheckpoint extends Omit<StartedServer, 'stop'> {
  /** As `--model` takes it. */
  readonly model: string;
}

/** A checkpoint by where it lies. */
export interface ServedPlace {
  readonly place: RunPlace;
  readonly step: number;
}

type Server = ServedCheckpoint & StartedServer;

/** What a person asked for, until they end it. */
interface Held extends ServedPlace {
  readonly use: ServerUse<ServedCheckpoint>;
}

export class ServedCheckpoints {
  readonly #parts: ServedCheckpointsParts;
  readonly #servers = new Map<string, SharedServer<Server>>();
  readonly #held = new Map<string, Held>();

  constructor(parts: ServedCheckpointsParts) {
    this.#parts = parts;
  }

  /**
   * For a person, until `unserve`. The same one when it is served already.
   * @throws HumanError when there are no whole weights, or the run has the cards
   * @throws FailureError at boundary `remote`; `remote/not-served` with what the server said last
   */
  async serve(place: RunPlace, step: number, options: ServeOptions): Promise<ServedCheckpoint> {
    const key = keyOf(place, step);
    const use = await this.borrow(place, step, options);
    const before = this.#held.get(key);
    if (before?.use.server === use.server) await use.giveBack();
    else this.#hold(key, { place, step, use });
    return use.server;
  }

  /**
   * For as long as the borrower wants it: whatever a person ends meanwhile, it answers until it is given back.
   * @throws as `serve`
   */
  async borrow(
    place: RunPlace,
    step: number,
    options: ServeOptions,
  ): Promise<ServerUse<ServedCheckpoint>> {
    const key = keyOf(place, step);
    const known = this.#servers.get(key);
    if (known?.isOver === false) return known.use(options);
    tell(options, `Looking at the checkpoint on ${place.machine}`);
    const server = new SharedServer((opening) => this.#start(place, step, opening));
    this.#servers.set(key, server);
    return server.use(options);
  }

  /** Those that a person asked for and that answer now. */
  all(): readonly ServedPlace[] {
    return [...this.#held.values()].map(({ place, step }) => ({ place, step }));
  }

  /** As `all` counts it. */
  isServed(place: RunPlace, step: number): boolean {
    return this.#held.has(keyOf(place, step));
  }

  /** Nothing where no person asked for it. Its server goes on where somebody else uses it. */
  async unserve(place: RunPlace, step: number): Promise<void> {
    const key = keyOf(place, step);
    const held = this.#held.get(key);
    this.#held.delete(key);
    await held?.use.giveBack();
  }

  /** Whoever still uses them. */
  async close(): Promise<void> {
    const all = [...this.#servers.values()];
    this.#servers.clear();
    this.#held.clear();
    await Promise.all(all.map((server) => server.end()));
  }

  #hold(key: string, held: Held): void {
    this.#held.set(key, held);
    const forget = (): void => {
      if (this.#held.get(key) === held) this.#held.delete(key);
    };
    void held.use.server.ended.then(forget);
  }

  async #start(place: RunPlace, step: number, options: ServeOptions): Promise<Server> {
    const { signal } = options;
    const { pollMilliseconds } = this.#parts;
    const link = this.#parts.link(place.machine);
    const { program, port, name } = await this.#planned(link, place, step, signal);
    const onWait = () => tell(options, 'Loading the checkpoint');
    const server = await startServer(link, {
      ...{ program, port, pollMilliseconds, signal, onWait },
    });
    return { ...server, model: `${name}@http://127.0.0.1:${server.localPort}/v1` };
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

function tell({ onProgress }: ServeOptions, activity: string): void {
  onProgress({ activity, done: 0, total: null, unit: 'items' });
}

function keyOf({ machine, folder }: RunPlace, step: number): string {
  return JSON.stringify([machine, folder, step]);
}
