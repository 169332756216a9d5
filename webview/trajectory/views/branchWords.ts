// Links to trajectories that were branched off, at the step where they part. Pure.
import type { TrajectoryState } from '../state/trajectoryState.ts';

export interface BranchLink {
  readonly id: string;
  readonly words: string;
}

export function branchesAt({ place }: TrajectoryState, step: number): readonly BranchLink[] {
  return (place?.branches ?? []).flatMap(({ id, parent }) => {
    if (parent.relation === 'retry') {
      return parent.step + 1 === step ? [{ id, words: 'Retried with edited code: open it' }] : [];
    }
    return parent.step === step ? [{ id, words: 'Follow-up question asked: open it' }] : [];
  });
}
