// The runtime on this machine: opens models and the sandbox when something needs them, runs rollouts with them, and closes
// what it opened. compose.ts says what each part is.
import type {
  AgentRuntime,
  CheckedReach,
  DataPackOffer,
  ModelCheck,
  PreparationOptions,
  PreviewRequest,
  RolloutEnding,
  RolloutOptions,
  RolloutPreview,
  RolloutRequest,
  TableRequest,
} from './agentRuntime.ts';
import type { Failure } from './contract/failure.ts';
import type { HealthCheck } from './contract/health.ts';
import type { ModelListing, TablePage } from './contract/requests.ts';
import type { Trajectory } from './contract/trajectory.ts';
import type { WebWish } from './contract/web.ts';
import { runChecks, type NamedCheck } from './health/healthCheck.ts';
import type { Judge } from './judge/judge.ts';
import type { JudgeChoice } from './judge/judgeChoice.ts';
import type { Policy } from './policy/policy.ts';
import { branchToReplay } from './rollout/branch.ts';
import type { TrajectorySink } from './rollout/trajectorySink.ts';
import type { SandboxPool } from './sandbox/sandbox.ts';
import type { Sandboxes, SharedSandboxes } from './sharedSandboxes.ts';
import type { ChosenFiles } from './support/chosenFiles.ts';
import type { Clock } from './support/clock.ts';
import { errorMessage, HumanError, isAbort, stackOf, toFailure } from './support/errors.ts';
import type { Log } from './support/log.ts';
import type { OnProgress } from './support/progress.ts';
import { SharedOpening } from './support/sharedOpening.ts';

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
  readonly sandboxes: Sandboxes;
  readonly judge: Judge;
  /** Looks at pictures; null for none. */
  readonly vision: Policy | null;
  /** Null keeps nothing. */
  readonly sink: TrajectorySink | null;
}

/** What a value is read from. */
export interface TableMeans {
  readonly request: TableRequest;
  readonly sandboxes: Sandboxes;
  /** Models that are open already; nothing is loaded to look at a value. */
  readonly openedPolicy: (model: string) => Promise<Policy> | null;
}

export interface LocalRuntimeParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly openPolicy: (model: string, options: PreparationOptions) => Promise<Policy>;
  /** `openPolicy` gives a model that other judges and rollouts share. */
  readonly openJudge: (
    choice: JudgeChoice,
    options: PreparationOptions & { readonly openPolicy: (model: string) => Promise<Policy> },
  ) => Promise<Judge>;
  /** A policy that says the replies of a trajectory again. */
  readonly replayPolicy: (trajectory: Trajectory) => Promise<Policy>;
  /** A folder for what is thrown away afterwards. */
  readonly openScratch: () => Promise<Scratch>;
  readonly sandboxes: SharedSandboxes;
  readonly openSink: (file: string) => Promise<OpenSink>;
  readonly runRollout: (means: RolloutMeans, options: RolloutOptions) => Promise<RolloutEnding>;
  readonly preview: (request: PreviewRequest, policy: Policy) => Promise<RolloutPreview>;
  readonly readTable: (means: TableMeans, signal: AbortSignal) => Promise<TablePage>;
  readonly listModels: (
    signal: AbortSignal,
    endpoints: readonly string[],
  ) => Promise<readonly ModelListing[]>;
  /** Asks a model that is open; rejects when it does not answer. */
  readonly tryPolicy: (policy: Policy, signal: AbortSignal) => Promise<string>;
  readonly setKeys: (keys: Readonly<Record<string, string>>) => void;
  readonly checks: (pool: () => Promise<SandboxPool>, reach: CheckedReach) => readonly NamedCheck[];
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
  readonly #policies = new Map<string, SharedOpening<Policy>>();
  /** Policies that ended by themselves; a rollout may still hold one. */
  readonly #ended: Policy[] = [];
  readonly #sandboxes: SharedSandboxes;

  constructor(parts: LocalRuntimeParts) {
    this.#parts = parts;
    this.#sandboxes = parts.sandboxes;
  }

  run(request: RolloutRequest, options: RolloutOptions): Promise<RolloutEnding> {
    const { signal } = options;
    return this.#rollout(request, options, (onProgress) =>
      this.#policy(request.model, { signal, onProgress }),
    );
  }

  async preview(request: PreviewRequest, options: PreparationOptions): Promise<RolloutPreview> {
    const policy = await abortable(this.#policy(request.model, options), options.signal);
    return abortable(this.#parts.preview(request, policy), options.signal);
  }

  async replay(
    trajectory: Trajectory,
    files: ChosenFiles,
    options: RolloutOptions & { readonly web?: WebWish },
  ): Promise<RolloutEnding> {
    const { trajectoryId, task, model, recipe, seed, tools } = trajectory.started;
    const policy = await this.#parts.replayPolicy(trajectory);
    const scratch = await this.#parts.openScratch();
    try {
      const outputFolder = scratch.folder;
      const request = {
        trajectoryId,
        task,
        files,
        model,
        recipe,
        seed,
        file: null,
        outputFolder,
        branch: branchToReplay(trajectory),
        recordedTools: tools,
        ...(options.web === undefined ? {} : { web: options.web }),
      };
      return await this.#rollout(request, options, () => Promise.resolve(policy));
    } finally {
      await policy.dispose();
      await scratch.remove();
    }
  }

  async readTable(request: TableRequest, signal: AbortSignal): Promise<TablePage> {
    const sandboxes = await abortable(this.#sandboxes.open(), signal);
    const openedPolicy = (model: string) => {
      const opening = this.#policies.get(model);
      return opening?.isOpen === true ? opening.value : null;
    };
    return this.#parts.readTable({ request, sandboxes, openedPolicy }, signal);
  }

  listModels(
    signal: AbortSignal,
    endpoints: readonly string[] = [],
  ): Promise<readonly ModelListing[]> {
    return this.#parts.listModels(signal, endpoints);
  }

  async checkModel(model: string, signal: AbortSignal): Promise<ModelCheck> {
    const { clock, hasModel, tryPolicy } = this.#parts;
    const started = clock.monotonic();
    const told = (answers: boolean, detail: string): ModelCheck => ({
      answers,
      detail,
      milliseconds: clock.monotonic() - started,
    });
    if (model === 'embedded' && !(await hasModel())) {
      return told(
        false,
        'The embedded model is not on this machine yet. The first run fetches it.',
      );
    }
    try {
      const options = { signal, onProgress: () => undefined };
      const policy = await abortable(this.#policy(model, options), signal);
      return told(true, await tryPolicy(policy, signal));
    } catch (error) {
      return told(false, errorMessage(error));
    }
  }

  openJudge(choice: JudgeChoice, options: PreparationOptions): Promise<Judge> {
    const openPolicy = (model: string) => this.#policy(model, options);
    return abortable(this.#parts.openJudge(choice, { ...options, openPolicy }), options.signal);
  }

  setKeys(keys: Readonly<Record<string, string>>): void {
    this.#parts.setKeys(keys);
  }

  checkMachine(
    signal: AbortSignal,
    reach: CheckedReach = { search: null, visionModel: null },
  ): Promise<readonly HealthCheck[]> {
    const pool = async () => (await this.#sandboxes.open()).pool;
    return runChecks(this.#parts.checks(pool, reach), signal);
  }

  async isPrepared(): Promise<boolean> {
    const { hasModel, hasSnapshot } = this.#parts;
    return (await Promise.all([hasModel(), hasSnapshot()])).every(Boolean);
  }

  async prepare(options: PreparationOptions): Promise<void> {
    await this.#parts.fetchModel(options);
    await this.#sandboxes.listening(options.onProgress, () => this.#sandboxes.open());
  }

  offerDataPack(): Promise<DataPackOffer> {
    return this.#parts.offerDataPack();
  }

  async installDataPack(options: PreparationOptions): Promise<void> {
    await this.#parts.installDataPack(options);
    this.#sandboxes.renew();
  }

  async close(): Promise<void> {
    const opened = [...this.#policies.values()].map(async (opening) => {
      if (!opening.isOpen) opening.callOff();
      await (await opening.value).dispose();
    });
    const results = await Promise.allSettled([
      ...opened,
      ...this.#ended.map((policy) => policy.dispose()),
      this.#sandboxes.close(),
      this.#parts.close(),
    ]);
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
      const { signal } = options;
      const [policy, sandboxes, judge, vision] = await this.#sandboxes.listening(onProgress, () => {
        const opened = [openPolicy(onProgress), this.#sandboxes.open()] as const;
        const choice = request.judge ?? ruleChoice;
        return abortable(
          Promise.all([
            ...opened,
            this.openJudge(choice, { signal, onProgress }),
            this.#vision(request, { signal, onProgress }),
          ]),
          signal,
        );
      });
      sink = request.file === null ? null : await this.#parts.openSink(request.file);
      const means = { request, policy, sandboxes, judge, vision, sink };
      return await this.#parts.runRollout(means, options);
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

  #vision({ visionModel }: RolloutRequest, options: PreparationOptions): Promise<Policy | null> {
    return visionModel === undefined ? Promise.resolve(null) : this.#policy(visionModel, options);
  }

  /** One policy for each name, opened once; one that could not be opened, or that ended, is opened anew next time. */
  #policy(model: string, options: PreparationOptions): Promise<Policy> {
    const known = this.#policies.get(model);
    if (known !== undefined && !known.isCalledOff) return known.join(options);
    const opening = new SharedOpening((shared) => this.#parts.openPolicy(model, shared));
    this.#policies.set(model, opening);
    const forget = () => {
      if (this.#policies.get(model) === opening) this.#policies.delete(model);
    };
    opening.value.then((policy) => this.#watch(policy, forget), forget);
    return opening.join(options);
  }

  #watch(policy: Policy, forget: () => void): void {
    void policy.ended?.then(() => {
      forget();
      this.#ended.push(policy);
    });
  }
}

/** What judges a rollout that names no judge: the one that needs no model. */
const ruleChoice: JudgeChoice = {
  name: 'rule',
  model: '',
  asks: 1,
  taught: { version: 1, examples: [] },
};

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
