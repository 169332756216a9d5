// The runtime on this machine: opens models and the sandbox when something needs them, runs rollouts with them, and closes
// what it opened. compose.ts says what each part is.
import type {
  AgentRuntime,
  DataPackOffer,
  PreparationOptions,
  RolloutEnding,
  RolloutOptions,
  RolloutRequest,
} from './agentRuntime.ts';
import type { Failure } from './contract/failure.ts';
import type { HealthCheck, ModelListing } from './contract/requests.ts';
import type { Trajectory } from './contract/trajectory.ts';
import { runChecks, type NamedCheck } from './health/healthCheck.ts';
import type { Policy } from './policy/policy.ts';
import type { TrajectorySink } from './rollout/trajectorySink.ts';
import type { SandboxPool } from './sandbox/sandbox.ts';
import type { ChosenFiles } from './support/chosenFiles.ts';
import type { Clock } from './support/clock.ts';
import { errorMessage, HumanError, isAbort, toFailure } from './support/errors.ts';
import type { Log } from './support/log.ts';
import type { OnProgress } from './support/progress.ts';

/** A sink that somebody has to close. */
export interface OpenSink extends TrajectorySink {
  close(): Promise<void>;
}

export interface Scratch {
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

/** What a rollout runs on. */
export interface RolloutMeans {
  readonly request: RolloutRequest;
  readonly policy: Policy;
  readonly pool: SandboxPool;
  /** Null keeps nothing. */
  readonly sink: TrajectorySink | null;
}

export interface LocalRuntimeParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly openPolicy: (model: string, options: PreparationOptions) => Promise<Policy>;
  /** A policy that says the replies of a trajectory again. */
  readonly replayPolicy: (trajectory: Trajectory) => Promise<Policy>;
  /** A folder for what is thrown away afterwards. */
  readonly openScratch: () => Promise<Scratch>;
  readonly openPool: (onProgress: OnProgress) => Promise<SandboxPool>;
  readonly openSink: (file: string) => Promise<OpenSink>;
  readonly runRollout: (means: RolloutMeans, options: RolloutOptions) => Promise<RolloutEnding>;
  readonly listModels: (signal: AbortSignal) => Promise<readonly ModelListing[]>;
  readonly checks: (pool: () => Promise<SandboxPool>) => readonly NamedCheck[];
  readonly hasModel: () => Promise<boolean>;
  readonly fetchModel: (options: PreparationOptions) => Promise<void>;
  readonly hasSnapshot: () => Promise<boolean>;
  readonly offerDataPack: () => Promise<DataPackOffer>;
  readonly installDataPack: (options: PreparationOptions) => Promise<void>;
  /** Closes what the parts themselves opened. */
  readonly close: () => Promise<void>;
}

export class LocalRuntime implements AgentRuntime {
  readonly #parts: LocalRuntimeParts;
  readonly #policies = new Map<string, Promise<Policy>>();
  readonly #listeners = new Set<OnProgress>();
  #pool: Promise<SandboxPool> | null = null;

  constructor(parts: LocalRuntimeParts) {
    this.#parts = parts;
  }

  run(request: RolloutRequest, options: RolloutOptions): Promise<RolloutEnding> {
    const { signal } = options;
    return this.#rollout(request, options, (onProgress) =>
      this.#policy(request.model, { signal, onProgress }),
    );
  }

  async replay(
    trajectory: Trajectory,
    files: ChosenFiles,
    options: RolloutOptions,
  ): Promise<RolloutEnding> {
    const { trajectoryId, task, model, recipe, seed } = trajectory.started;
    const policy = await this.#parts.replayPolicy(trajectory);
    const scratch = await this.#parts.openScratch();
    try {
      const outputFolder = scratch.folder;
      const request = { trajectoryId, task, files, model, recipe, seed, file: null, outputFolder };
      return await this.#rollout(request, options, () => Promise.resolve(policy));
    } finally {
      await policy.dispose();
      await scratch.remove();
    }
  }

  listModels(signal: AbortSignal): Promise<readonly ModelListing[]> {
    return this.#parts.listModels(signal);
  }

  checkMachine(signal: AbortSignal): Promise<readonly HealthCheck[]> {
    return runChecks(
      this.#parts.checks(() => this.#openPool()),
      signal,
    );
  }

  async isPrepared(): Promise<boolean> {
    const { hasModel, hasSnapshot } = this.#parts;
    return (await Promise.all([hasModel(), hasSnapshot()])).every(Boolean);
  }

  async prepare(options: PreparationOptions): Promise<void> {
    await this.#parts.fetchModel(options);
    await this.#listening(options.onProgress, () => this.#openPool());
  }

  offerDataPack(): Promise<DataPackOffer> {
    return this.#parts.offerDataPack();
  }

  installDataPack(options: PreparationOptions): Promise<void> {
    return this.#parts.installDataPack(options);
  }

  async close(): Promise<void> {
    const opened = [...this.#policies.values()].map(async (policy) => (await policy).dispose());
    const pool = this.#pool?.then((open) => open.close());
    const results = await Promise.allSettled([...opened, pool, this.#parts.close()]);
    for (const result of results) {
      if (result.status === 'rejected') {
        this.#parts.log.warn('Closing failed', { error: errorMessage(result.reason) });
      }
    }
  }

  /** Opens what the rollout needs, runs it, and turns what breaks before it begins into its ending. */
  async #rollout(
    request: RolloutRequest,
    options: RolloutOptions,
    openPolicy: (onProgress: OnProgress) => Promise<Policy>,
  ): Promise<RolloutEnding> {
    const started = this.#parts.clock.monotonic();
    let sink: OpenSink | null = null;
    try {
      const onProgress = this.#progressEvents(request, options);
      const [policy, pool] = await this.#listening(onProgress, () =>
        abortable(Promise.all([openPolicy(onProgress), this.#openPool()]), options.signal),
      );
      sink = request.file === null ? null : await this.#parts.openSink(request.file);
      return await this.#parts.runRollout({ request, policy, pool, sink }, options);
    } catch (error) {
      return this.#endBeforeStart(request, options, started, error);
    } finally {
      await sink?.close();
    }
  }

  #endBeforeStart(
    { trajectoryId }: RolloutRequest,
    { signal, onEvent }: RolloutOptions,
    started: number,
    error: unknown,
  ): RolloutEnding {
    const { clock, log } = this.#parts;
    const cancelled = signal.aborted && isAbort(error);
    const failure = cancelled ? null : failureToStart(error);
    const stopReason = cancelled ? 'cancelled' : 'failure';
    const base = { version: 1, trajectoryId, at: clock.now() } as const;
    if (failure !== null) {
      log.error('A rollout did not start', { code: failure.code, error: stackOf(error) });
      onEvent({ ...base, type: 'failure-recorded', failure });
    }
    onEvent({
      ...base,
      type: 'rollout-ended',
      stopReason,
      finalAnswer: null,
      steps: 0,
      reward: null,
      failure,
      milliseconds: clock.monotonic() - started,
    });
    return { stopReason, failure };
  }

  #progressEvents({ trajectoryId }: RolloutRequest, { onEvent }: RolloutOptions): OnProgress {
    return (progress) =>
      onEvent({
        version: 1,
        trajectoryId,
        at: this.#parts.clock.now(),
        type: 'progress-reported',
        ...progress,
      });
  }

  /** One policy for each name, opened once; one that could not be opened is tried again next time. */
  #policy(model: string, options: PreparationOptions): Promise<Policy> {
    const known = this.#policies.get(model);
    if (known !== undefined) return known;
    const opening = this.#parts.openPolicy(model, options);
    this.#policies.set(model, opening);
    opening.catch(() => this.#policies.delete(model));
    return opening;
  }

  #openPool(): Promise<SandboxPool> {
    if (this.#pool !== null) return this.#pool;
    const opening = this.#parts.openPool((progress) => {
      for (const listener of this.#listeners) listener(progress);
    });
    this.#pool = opening;
    opening.catch(() => (this.#pool = null));
    return opening;
  }

  /** Lets `onProgress` hear of the shared pool while `work` lasts. */
  async #listening<Result>(onProgress: OnProgress, work: () => Promise<Result>): Promise<Result> {
    this.#listeners.add(onProgress);
    try {
      return await work();
    } finally {
      this.#listeners.delete(onProgress);
    }
  }
}

/** What was named wrongly is the model: files and recipe were looked at before. */
function failureToStart(error: unknown): Failure {
  if (!(error instanceof HumanError)) return toFailure(error, 'sandbox');
  return { code: 'policy/not-usable', boundary: 'policy', message: error.message };
}

/** Rejects at once when the signal fires; the work itself may go on for others. */
function abortable<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new DOMException('The rollout was stopped.', 'AbortError'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
