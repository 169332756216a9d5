// How long an answer of the runtime may take before the person is told. Generous: they catch a process that stands still, not a
// slow disk.
import type { RequestName } from '../../runtime/contract/requests.ts';

const seconds = 1000;

/** Milliseconds; null for work whose length is the person's own choice and that can be cancelled. */
export const requestTimeouts: Readonly<Record<RequestName, number | null>> = {
  'run-agent': 60 * seconds,
  'ask-follow-up': 60 * seconds,
  'retry-step': 60 * seconds,
  'stop-rollout': 10 * seconds,
  // Runs recorded code again when the namespace is gone.
  'read-table': 300 * seconds,
  'list-models': 60 * seconds,
  // Loads the model.
  'check-model': 300 * seconds,
  'set-keys': 10 * seconds,
  'check-machine': 180 * seconds,
  'list-tasks': 60 * seconds,
  'add-tasks': 30 * seconds,
  'import-tasks': 120 * seconds,
  'list-recent': 60 * seconds,
  'open-trajectories': 30 * seconds,
  'close-trajectories': 10 * seconds,
  'list-trajectories': 60 * seconds,
  'find-row': 60 * seconds,
  'read-trajectory': 60 * seconds,
  'read-steps': 60 * seconds,
  'read-text': 60 * seconds,
  'read-group': 60 * seconds,
  'export-trajectories': null,
  // Reads every trajectory file of the workspace.
  'open-labelling': 300 * seconds,
  'close-labelling': 10 * seconds,
  'read-labelling': 60 * seconds,
  'read-label-items': 60 * seconds,
  'commit-label': 30 * seconds,
  'revise-label': 30 * seconds,
  'undo-label': 30 * seconds,
  'mark-item': 30 * seconds,
  'list-conflicts': 60 * seconds,
  'decide-conflict': 30 * seconds,
  'read-agreement': 300 * seconds,
  'list-agreement-items': 300 * seconds,
  'score-again': 300 * seconds,
  'ensure-rubric-file': 30 * seconds,
  'export-labels': null,
  'import-labels': 120 * seconds,
  'judge-trajectories': null,
  'offer-data-pack': 30 * seconds,
  'install-data-pack': null,
};
