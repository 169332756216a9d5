// Who serves checkpoints of training runs, wherever they lie, so that they can be asked as any other model.
import type { ModelListing } from '../contract/requests.ts';
import type { OnProgress } from '../support/progress.ts';
import type { CheckpointName } from './modelName.ts';

/** A checkpoint that is served now. */
export interface ServedModel {
  /** `NAME@BASE_URL`, on this computer. */
  readonly model: string;
  /** Resolves when it is not served any more, whatever the reason. */
  readonly ended: Promise<void>;
  /** One sentence on why it is not served any more; null while it is. */
  readonly problem: () => string | null;
}

export interface ServingOptions {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

export interface CheckpointServer {
  /**
   * The same one when it is served already.
   * @throws HumanError when there is no such run or checkpoint, or it cannot be served
   * @throws FailureError at boundary `remote`
   */
  serve(name: CheckpointName, options: ServingOptions): Promise<ServedModel>;
  /** Those that are served, ready, and the newest one of each run. Connects to nothing. */
  list(signal: AbortSignal): Promise<readonly ModelListing[]>;
}
