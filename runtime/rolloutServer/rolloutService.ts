// What the trainer asks of a run, one method for each request: weights change, a batch is sampled, the state is kept and brought
// back. Holds the state of training; everything that needs time or disks is passed in.
import type { Id } from '../contract/ids.ts';
import { protocolVersion } from '../contract/training/rolloutServer.ts';
import type {
  BatchRequest,
  CheckpointRequest,
  Hello,
  PolicyEnd,
  RestoreRequest,
  Welcome,
} from '../contract/training/rolloutServer.ts';
import type { RunJob } from '../contract/training/runFolder.ts';
import type { TrainingSettings } from '../contract/trainingSettings.ts';
import { startTraining, type TrainingState } from '../training/trainingState.ts';
import { batchProblem, helloProblem } from './agreement.ts';
import type { BatchMaker } from './batchMaker.ts';
import { CurrentBatch, type BatchState } from './currentBatch.ts';
import type { CurrentPolicy, PolicyGate } from './policyGate.ts';
import type { RunRecords } from './runRecords.ts';
import { checkpointFolder, readState, writeState } from './stateFile.ts';
import type { StopFlag } from './stopFlag.ts';
import { WireProblem } from './wireProblem.ts';

/** What the trainer says of its tokenizer. */
export type TrainerTokenizer = Pick<Hello, 'tokenizerSha256' | 'tokenizerProbe'>;

export interface RolloutServiceParts {
  readonly folder: string;
  readonly job: RunJob;
  readonly settings: TrainingSettings;
  /** In the order of the task file. */
  readonly taskIds: readonly Id[];
  readonly gate: PolicyGate;
  readonly maker: Pick<BatchMaker, 'make'>;
  readonly records: Pick<RunRecords, 'forgetFrom'>;
  readonly stop: StopFlag;
  /** Called when a checkpoint is whole; never rejects. */
  readonly onCheckpoint: () => Promise<void>;
  /** Why nothing may be sampled from the token server of a policy, in one line; null when nothing is wrong. */
  readonly tokenServerProblem: (
    policy: CurrentPolicy,
    trainer: TrainerTokenizer,
    signal: AbortSignal,
  ) => Promise<string | null>;
}

export class RolloutService {
  readonly #parts: RolloutServiceParts;
  /** After the last whole batch; null until the trainer said where it goes on. */
  #state: TrainingState | null = null;
  #batch: CurrentBatch | null = null;
  /** Null until the trainer said hello. */
  #trainer: TrainerTokenizer | null = null;
  /** The train step that the state was changed for last; -1 when that is not known, and cannot be asked for. */
  #sampledStep = -1;

  constructor(parts: RolloutServiceParts) {
    this.#parts = parts;
  }

  get runId(): Id {
    return this.#parts.job.runId;
  }

  isToStop(): Promise<boolean> {
    return this.#parts.stop.isUp();
  }

  /** @throws WireProblem when the two sides, or the token server, do not mean the same */
  async hello(hello: Hello, signal: AbortSignal): Promise<Welcome> {
    const { job, settings } = this.#parts;
    const problem = helloProblem(hello, job.recipe.agent, settings);
    if (problem !== null) throw new WireProblem(409, problem);
    this.#trainer = hello;
    const url = tokenServerUrl(job);
    if (url !== null) await this.#refuseTokenServer(firstPolicy(hello.step, url), signal);
    return {
      protocol: protocolVersion,
      capabilities: ['resume', 'long-poll'],
      totalSteps: job.totalSteps,
      stop: await this.isToStop(),
    };
  }

  /** @throws WireProblem while a batch is sampled */
  beginPolicy(): void {
    this.#refuseWhileSampling();
    this.#parts.gate.shut();
  }

  /** @throws WireProblem when nothing can be sampled from the token server */
  async endPolicy({ version, model, baseUrls }: PolicyEnd, signal: AbortSignal): Promise<void> {
    const policy = { version, model, baseUrls };
    await this.#refuseTokenServer(policy, signal);
    this.#parts.gate.open(policy);
  }

  /** Starts the batch, or gives the one of this step that there is. @throws WireProblem */
  startBatch(request: BatchRequest): Id {
    const before = this.#batch;
    if (before?.request.step === request.step && before.state.is !== 'broken') {
      if (before.request.policyVersion === request.policyVersion) return before.id;
      throw new WireProblem(409, `The batch of step ${request.step} is of another policy.`);
    }
    this.#refuseWhileSampling();
    const problem = batchProblem(request, this.#parts.settings);
    if (problem !== null) throw new WireProblem(409, problem);
    this.#refuseStep(request.step);
    const state = this.#known();
    this.#batch = new CurrentBatch(request, async (onProgress, signal) => {
      const made = await this.#parts.maker.make({ request, state, onProgress }, signal);
      this.#state = made.state;
      if (!made.batch.finished) this.#sampledStep = request.step;
      return { ...made.batch, stop: await this.isToStop() };
    });
    return this.#batch.id;
  }

  /** @throws WireProblem 404 for a batch that nobody asked for */
  waitForBatch(id: string, milliseconds: number, signal: AbortSignal): Promise<BatchState> {
    if (this.#batch?.id === id) return this.#batch.wait(milliseconds, signal);
    throw new WireProblem(404, `There is no batch ${id}. Ask for it with POST /v1/batches.`);
  }

  /** Resolves when the state is on disk, and the checkpoints that are not kept are gone. @throws WireProblem, or FailureError at boundary `store` */
  async checkpoint({ step, dir }: CheckpointRequest): Promise<void> {
    this.#refuseWhileSampling();
    const last = this.#sampledStep;
    if (step <= last) {
      throw new WireProblem(409, `Step ${step} is over: the batch of step ${last} was made.`);
    }
    await writeState(checkpointFolder(this.#parts.folder, dir), this.#known());
    await this.#parts.onCheckpoint();
  }

  /** Forgets everything after the step. @throws WireProblem, or FailureError at boundary `store` */
  async restore({ step, dir }: RestoreRequest): Promise<void> {
    await this.abort();
    this.#state = await this.#stateOf(step, dir);
    this.#batch = null;
    this.#sampledStep = -1;
    await this.#parts.records.forgetFrom(step);
  }

  async abort(): Promise<void> {
    await this.#batch?.abort();
  }

  #stateOf(step: number, dir: string | null): Promise<TrainingState> {
    const { folder, job, taskIds } = this.#parts;
    if (dir !== null) return readState(checkpointFolder(folder, dir));
    if (step === 0) return Promise.resolve(startTraining(taskIds, job.seed));
    throw new WireProblem(400, `Step ${step} is in a checkpoint: name its folder in dir.`);
  }

  async #refuseTokenServer(policy: CurrentPolicy, signal: AbortSignal): Promise<void> {
    const trainer = this.#trainer ?? { tokenizerSha256: null, tokenizerProbe: null };
    const problem = await this.#parts.tokenServerProblem(policy, trainer, signal);
    if (problem !== null) throw new WireProblem(409, problem);
  }

  #known(): TrainingState {
    if (this.#state !== null) return this.#state;
    throw new WireProblem(409, 'Say with POST /v1/restore where the run goes on.');
  }

  #refuseWhileSampling(): void {
    if (this.#batch?.state.is !== 'in-progress') return;
    const { step } = this.#batch.request;
    throw new WireProblem(
      409,
      `The batch of step ${step} is being made. Wait for it, or abort it.`,
    );
  }

  /** Batches go forwards; a step again needs the state of before it. */
  #refuseStep(step: number): void {
    const last = this.#batch;
    if (last === null || step > last.request.step || last.state.is === 'broken') return;
    throw new WireProblem(409, `Step ${step} is over. To do it again, restore a checkpoint.`);
  }
}

/** The weights before any was handed over; the name that they have is only needed for sampling. */
function firstPolicy(version: number, url: string): CurrentPolicy {
  return { version, model: '', baseUrls: [url] };
}

/** On this machine, or on another one that samples; null where the run names none. */
function tokenServerUrl({ processes: { sampler, tokenPort } }: RunJob): string | null {
  if (sampler !== null) return `http://${sampler.host}:${sampler.tokenPort}`;
  return tokenPort > 0 ? `http://127.0.0.1:${tokenPort}` : null;
}
