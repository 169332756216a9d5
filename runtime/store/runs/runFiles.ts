// Where each thing of a training run lies in its folder. What is in them stands in contract/training/runFolder.ts.
import path from 'node:path';

export interface RunFiles {
  readonly job: string;
  readonly tasks: string;
  readonly status: string;
  readonly events: string;
  readonly metrics: string;
  readonly groups: string;
  readonly stop: string;
  readonly checkpoints: string;
  readonly logs: string;
}

export function runFiles(folder: string): RunFiles {
  return {
    job: path.join(folder, 'run.json'),
    tasks: path.join(folder, 'tasks.jsonl'),
    status: path.join(folder, 'status.json'),
    events: path.join(folder, 'events.jsonl'),
    metrics: path.join(folder, 'metrics.jsonl'),
    groups: path.join(folder, 'groups.jsonl'),
    stop: path.join(folder, 'stop'),
    checkpoints: path.join(folder, 'checkpoints'),
    logs: path.join(folder, 'logs'),
  };
}

/** The runs of a workspace. */
export function runsFolder(workspace: string): string {
  return path.join(workspace, '.tool-r1', 'runs');
}
