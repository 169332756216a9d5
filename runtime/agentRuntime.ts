// What the terminal and the process for the extension ask of the runtime. compose.ts builds it.
import type { RunEvent } from './contract/events.ts';
import type { Failure } from './contract/failure.ts';
import type { Recipe } from './contract/recipe.ts';
import type { HealthCheck, ModelListing } from './contract/requests.ts';
import type { Task } from './contract/task.ts';
import type { StopReason, Trajectory } from './contract/trajectory.ts';
import type { ChosenFiles } from './support/chosenFiles.ts';
import type { OnProgress } from './support/progress.ts';

export interface RolloutRequest {
  readonly trajectoryId: string;
  /** Its files are absolute paths, so that a replay finds them. */
  readonly task: Task;
  readonly files: ChosenFiles;
  /** As a person names it. */
  readonly model: string;
  readonly recipe: Recipe;
  readonly seed: number;
  /** Trajectory file to append to; null keeps nothing. */
  readonly file: string | null;
  /** Folder for copies of what the code writes to /out; made when first needed. */
  readonly outputFolder: string;
}

export interface RolloutEnding {
  readonly stopReason: StopReason;
  readonly failure: Failure | null;
}

export interface RolloutOptions {
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

export interface PreparationOptions {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/** What fetching numpy and pandas would download, and from where. */
export interface DataPackOffer {
  /** Each as `numpy 2.4.6`. */
  readonly packages: readonly string[];
  readonly source: string;
}

export interface AgentRuntime {
  /**
   * Runs the agent once. What happens is told by events, the last one being `rollout-ended`; also broken machinery is an
   * event and an ending, not an error. A model that a person named wrongly is `policy/not-usable`.
   */
  run(request: RolloutRequest, options: RolloutOptions): Promise<RolloutEnding>;
  /** Runs the recorded replies of a trajectory again in a fresh sandbox; stores nothing. */
  replay(
    trajectory: Trajectory,
    files: ChosenFiles,
    options: RolloutOptions,
  ): Promise<RolloutEnding>;
  listModels(signal: AbortSignal): Promise<readonly ModelListing[]>;
  checkMachine(signal: AbortSignal): Promise<readonly HealthCheck[]>;
  /** True when model and snapshot are in the cache. */
  isPrepared(): Promise<boolean>;
  /**
   * Fetches the embedded model and builds the sandbox snapshot where they are missing.
   * @throws FailureError at boundary `policy` or `sandbox`
   */
  prepare(options: PreparationOptions): Promise<void>;
  offerDataPack(signal: AbortSignal): Promise<DataPackOffer>;
  /** Downloads the data pack; only after a person said yes to the offer. */
  installDataPack(options: PreparationOptions): Promise<void>;
  /** Stops everything that was started. */
  close(): Promise<void>;
}
