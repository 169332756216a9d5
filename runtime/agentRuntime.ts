// What the terminal and the process for the extension ask of the runtime. compose.ts builds it.
import type { RunEvent } from './contract/events.ts';
import type { Failure } from './contract/failure.ts';
import type { PromptStyle, Recipe } from './contract/recipe.ts';
import type { HealthCheck } from './contract/health.ts';
import type { ModelListing, TablePage } from './contract/requests.ts';
import type { Task } from './contract/task.ts';
import type { ToolSignature } from './contract/tool.ts';
import type { Branch, StopReason, Trajectory } from './contract/trajectory.ts';
import type { WebWish } from './contract/web.ts';
import type { Judge } from './judge/judge.ts';
import type { JudgeChoice } from './judge/judgeChoice.ts';
import type { ChatMessage } from './policy/policy.ts';
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
  /** The trajectory that this one goes on from; null starts afresh. */
  readonly branch: Branch | null;
  /** What the person allowed of the web; absent for nothing. */
  readonly web?: WebWish;
  /** Model that looks at pictures, as a person names it; absent for none. */
  readonly visionModel?: string;
  /** Tools of the trajectory that is run again; absent goes by the recipe. */
  readonly recordedTools?: readonly ToolSignature[];
  /** Whose verdict the reward counts; absent for the rule judge. */
  readonly judge?: JudgeChoice;
  /** Workspace whose labels stand for verdicts: an answer that people have labelled is not put to the judge. Absent for none. */
  readonly labelsOf?: string;
}

/** A slice of the value that a variable has after a step. */
export interface TableRequest {
  readonly trajectoryId: string;
  readonly step: number;
  readonly name: string;
  readonly offset: number;
  readonly limit: number;
  /** Reads the trajectory and finds its files; asked only when the namespace is gone. */
  readonly load: () => Promise<{ readonly trajectory: Trajectory; readonly files: ChosenFiles }>;
}

/** Whether a model gave an answer to one short question. */
export interface ModelCheck {
  readonly answers: boolean;
  /** What it said, or what is wrong and what to do. */
  readonly detail: string;
  readonly milliseconds: number;
}

export type PreviewRequest = Pick<RolloutRequest, 'task' | 'files' | 'model' | 'recipe' | 'web'>;

/** What a rollout would be shown, and by whom it would be read. */
export interface RolloutPreview {
  readonly style: PromptStyle;
  readonly system: string;
  /** Worked turns between the system text and the question. */
  readonly examples: readonly ChatMessage[];
  readonly tools: readonly ToolSignature[];
  /** Of system text and examples, as the model counts them; an estimate where it has no tokenizer. */
  readonly promptTokens: number;
  /** Tokens that the model can take; null when unknown. */
  readonly contextTokens: number | null;
}

export interface RolloutEnding {
  readonly stopReason: StopReason;
  readonly failure: Failure | null;
}

export interface RolloutOptions {
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

/** What of the person's settings is looked at by the checks; null for what the environment says. */
export interface CheckedReach {
  readonly search: string | null;
  readonly visionModel: string | null;
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
  readonly isInstalled: boolean;
}

export interface AgentRuntime {
  /**
   * Runs the agent once. What happens is told by events, the last one being `rollout-ended`; also broken machinery is an
   * event and an ending, not an error. A model that a person named wrongly is `policy/not-usable`.
   */
  run(request: RolloutRequest, options: RolloutOptions): Promise<RolloutEnding>;
  /**
   * What the rollout would be shown; asks the model for nothing but to count tokens.
   * @throws HumanError or FailureError when the model cannot be had or the task cannot be rolled out
   */
  preview(request: PreviewRequest, options: PreparationOptions): Promise<RolloutPreview>;
  /**
   * Runs the recorded replies of a trajectory again in a fresh sandbox; stores nothing. Tools of the web are closed unless a web is
   * named, such as the recording of the first run.
   */
  replay(
    trajectory: Trajectory,
    files: ChosenFiles,
    options: RolloutOptions & { readonly web?: WebWish },
  ): Promise<RolloutEnding>;
  /**
   * Runs the recorded code again where the namespace is gone.
   * @throws HumanError when the value is no table, FailureError for broken machinery
   */
  readTable(request: TableRequest, signal: AbortSignal): Promise<TablePage>;
  /** @param endpoints base URLs that are asked beside the usual local ones */
  listModels(signal: AbortSignal, endpoints?: readonly string[]): Promise<readonly ModelListing[]>;
  /** Never throws for what is wrong with the model: that is the answer. */
  checkModel(model: string, signal: AbortSignal): Promise<ModelCheck>;
  /** Keys by base URL for the servers of models; they replace those given before and are kept in memory only. */
  setKeys(keys: Readonly<Record<string, string>>): void;
  /**
   * The judge that a person chose, ready to be asked; its model stays open until the runtime is closed.
   * @throws HumanError or FailureError when its model cannot be had
   */
  openJudge(choice: JudgeChoice, options: PreparationOptions): Promise<Judge>;
  /** @param reach what the person set beyond the environment of the process */
  checkMachine(signal: AbortSignal, reach?: CheckedReach): Promise<readonly HealthCheck[]>;
  /** True when model and snapshot are in the cache. */
  isPrepared(): Promise<boolean>;
  /**
   * Fetches the embedded model and builds the sandbox snapshot where they are missing.
   * @throws FailureError at boundary `policy` or `sandbox`
   */
  prepare(options: PreparationOptions): Promise<void>;
  offerDataPack(signal: AbortSignal): Promise<DataPackOffer>;
  /** Downloads the data pack; only after a person said yes to the offer. Rollouts that begin afterwards have it. */
  installDataPack(options: PreparationOptions): Promise<void>;
  /** Stops everything that was started. */
  close(): Promise<void>;
}
