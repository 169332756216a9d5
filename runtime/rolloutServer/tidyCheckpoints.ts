// Lets go of the checkpoints that a run does not keep, when a new one is whole. Training never ends because of it.
import type { KeepPolicy } from '../contract/training/runFolder.ts';
import { cleanCheckpoints } from '../store/runs/cleanCheckpoints.ts';
import { errorMessage } from '../support/errors.ts';
import type { Log } from '../support/log.ts';

export interface TidyOptions {
  /** Null keeps all. */
  readonly keep: KeepPolicy | null;
  readonly log: Log;
  /** When it fires, what is left to delete goes with the next checkpoint. */
  readonly signal: AbortSignal;
}

/** Never rejects. @param folder of the run */
export async function tidyCheckpoints(
  folder: string,
  { keep, log, signal }: TidyOptions,
): Promise<void> {
  if (keep === null) return;
  try {
    const steps = await cleanCheckpoints(folder, keep, signal);
    if (steps.length > 0) log.info('Deleted checkpoints that are not kept', { steps });
  } catch (error) {
    log.warn('Checkpoints could not be deleted', { error: errorMessage(error) });
  }
}
