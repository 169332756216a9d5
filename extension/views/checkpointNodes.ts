// What stands below a run in the section of checkpoints: read when it is opened, since they lie on its machine.
import type { CheckpointListing, RunListing } from '../../runtime/contract/training/runView.ts';
import { messageOf } from '../support/problem.ts';
import type { TrainingNode } from './trainingNode.ts';

export type ReadCheckpoints = (run: RunListing) => Promise<readonly CheckpointListing[]>;

/** Newest first. Never rejects: what cannot be read says why. */
export async function checkpointNodes(
  run: RunListing,
  read: ReadCheckpoints,
): Promise<readonly TrainingNode[]> {
  try {
    const checkpoints = [...(await read(run))].sort((one, other) => other.step - one.step);
    return checkpoints.map((checkpoint) => ({ kind: 'checkpoint', run, checkpoint }));
  } catch (error) {
    const about = `${run.place.machine}:${run.place.folder}`;
    return [{ kind: 'training-problem', about, message: messageOf(error) }];
  }
}
