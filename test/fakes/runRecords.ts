// What the supervisor and the trainer write in the folder of a run, made up.
import { hostname } from 'node:os';
import type {
  RunFolderEvent,
  RunStatus,
  TrainStepMetrics,
} from '../../runtime/contract/training/runFolder.ts';

const at = '2026-03-01T14:25:30.000Z';

export function makeStatus(changes: Partial<RunStatus> = {}): RunStatus {
  return {
    version: 1,
    runId: 'run-1',
    state: 'running',
    at,
    supervisorPid: process.pid,
    host: hostname(),
    step: 1,
    totalSteps: 4,
    activity: 'Training',
    processes: [],
    waitsFor: null,
    bootId: null,
    uptimeSeconds: 60,
    problem: null,
    ...changes,
  };
}

export function makeEvent(type: string, message = `${type} happened`): RunFolderEvent {
  return { version: 1, at, type, message };
}

export function makeStep(
  step: number,
  metrics: TrainStepMetrics['metrics'] = {},
): TrainStepMetrics {
  return { version: 1, step, at, metrics };
}
