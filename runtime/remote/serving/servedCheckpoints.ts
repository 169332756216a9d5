// Checkpoints that are served on their machines and reached from here. A served one lives as long as the connection and whoever
// asked for it: a closed laptop leaves no model behind on a card.
import { setTimeout as delay } from 'node:timers/promises';
import type { MachineName } from '../../contract/machine.ts';
import type { RunJob } from '../../contract/training/runFolder.ts';
import type { RunPlace } from '../../contract/training/runView.ts';
import { hasEnded } from '../../store/runs/readRun.ts';
import { failure, HumanError } from '../../support/errors.ts';
import type { OnProgress } from '../../support/progress.ts';
import { filesThere } from '../checkpoints/filesThere.ts';
import { checkpointFolder } from '../checkpoints/listCheckpoints.ts';
import { readRunThere } from '../checkpoints/runThere.ts';
import type { Ended, MachineLink, Tunnel } from '../link/machineLink.ts';
import { servingProgram } from './servingProgram.ts';

export interface ServedCheckpointsParts {
  readonly link: (machine: MachineName) => MachineLink;
  /** Ports of the machine's 127.0.0.1 that nobody listens on. */
  readonly freePort: (link: MachineLink, signal: AbortSignal) => Promise<number>;
  readonly fetch: typeof fetch;
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
}

interface Serving {
  readonly served: ServedCheckpoint;
  readonly stop: () => Promise<void>;
}

export class ServedCheckpoints {
  readonly #parts: ServedCheckpointsParts;
  readonly #serving = new Map<string, Promise<Serving>>();

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
    starting.catch(() => this.#serving.delete(key));
    return (await starting).served;
  }

  /** Nothing where it is not served. */
  async unserve(place: RunPlace, step: number): Promise<void> {
    const key = keyOf(place, step);
    const serving = await this.#serving.get(key);
    this.#serving.delete(key);
    await serving?.stop();
  }

  async close(): Promise<void> {
    const all = await Promise.allSettled(this.#serving.values());
    this.#serving.clear();
    for (const one of all) if (one.status === 'fulfilled') await one.value.stop();
  }

  async #start(place: RunPlace, step: number, options: ServeOptions): Promise<Serving> {
    const { signal, onProgress } = options;
    const link = this.#parts.link(place.machine);
    const job = await servableJob(link, place.folder, signal);
    const folder = checkpointFolder(place.folder, step);
    const isAdapter = await weightsKind(link, folder, signal);
    const port = await this.#parts.freePort(link, signal);
    const name = `checkpoint-${step}`;
    const { argv, env } = servingProgram(job, { folder, isAdapter, name, port });
    const ending = new AbortController();
    const ended = link.run({ argv, env, signal: ending.signal }).catch(() => null);
    const tunnel = await link.tunnel(port, signal);
    const stop = stopper(ending, ended, tunnel);
    const gone = ended.then(async () => {
      this.#serving.delete(keyOf(place, step));
      await tunnel.close();
    });
    onProgress({ activity: 'Loading the checkpoint', done: 0, total: null, unit: 'items' });
    try {
      await this.#waitUntilReady(tunnel.localPort, ended, signal);
    } catch (error) {
      await stop();
      throw error;
    }
    const { localPort } = tunnel;
    const model = `${name}@http://127.0.0.1:${localPort}/v1`;
    return { served: { model, localPort, ended: gone }, stop };
  }

  async #waitUntilReady(
    port: number,
    ended: Promise<Ended | null>,
    signal: AbortSignal,
  ): Promise<void> {
    const { pollMilliseconds } = this.#parts;
    while (!(await this.#isReady(port, signal))) {
      const pause = delay(pollMilliseconds, 'waiting' as const, { signal });
      const gone = await Promise.race([ended, pause]);
      if (gone !== 'waiting') throw failure('remote', 'not-served', notServed(gone));
    }
  }

  async #isReady(port: number, signal: AbortSignal): Promise<boolean> {
    try {
      const answer = await this.#parts.fetch(`http://127.0.0.1:${port}/health`, { signal });
      return answer.ok;
    } catch {
      signal.throwIfAborted();
      return false;
    }
  }
}

function stopper(
  ending: AbortController,
  ended: Promise<unknown>,
  tunnel: Tunnel,
): () => Promise<void> {
  return async () => {
    ending.abort();
    await tunnel.close();
    await ended;
  };
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

function notServed(ended: Ended | null): string {
  const lines = ended?.stderr.trim().split('\n').slice(-5).join('\n') ?? '';
  return `The checkpoint could not be served. ${lines === '' ? 'The connection ended.' : lines}`;
}
