// A rollout service in this process: its real parts, over rollouts that follow from their seed.
import type { BatchRequest } from '../../runtime/contract/training/rolloutServer.ts';
import type { TrainingSettings } from '../../runtime/contract/trainingSettings.ts';
import { BatchMaker } from '../../runtime/rolloutServer/batchMaker.ts';
import { PolicyGate } from '../../runtime/rolloutServer/policyGate.ts';
import { RolloutSampler } from '../../runtime/rolloutServer/rolloutSampler.ts';
import { RolloutService } from '../../runtime/rolloutServer/rolloutService.ts';
import { RunRecords } from '../../runtime/rolloutServer/runRecords.ts';
import { StopFlag } from '../../runtime/rolloutServer/stopFlag.ts';
import { noFiles } from '../../runtime/support/chosenFiles.ts';
import { systemClock } from '../../runtime/support/clock.ts';
import { makeTask } from './records.ts';
import { SeededMaker } from './seededMaker.ts';
import { makeJob, smallTraining } from './trainingRecords.ts';

export const taskIds = ['a', 'b', 'c', 'd', 'e'];

export interface TrainingParts {
  readonly gate: PolicyGate;
  readonly rollouts: SeededMaker;
  readonly maker: BatchMaker;
  readonly service: RolloutService;
}

/** Parts of a server for a run in the folder, with five tasks. */
export function openTraining(folder: string, over: Partial<TrainingSettings> = {}): TrainingParts {
  const settings = smallTraining(over);
  const gate = new PolicyGate();
  const rollouts = new SeededMaker();
  const records = new RunRecords(folder);
  const job = makeJob();
  const tasks = new Map(taskIds.map((id) => [id, { task: makeTask({ id }), files: noFiles }]));
  const sampler = new RolloutSampler({ runId: job.runId, tasks, maker: rollouts });
  const maker = new BatchMaker({ settings, gate, sampler, records, clock: systemClock });
  const stop = new StopFlag(folder);
  const tokenizerOf = () => Promise.resolve('abc');
  const parts = { folder, job, settings, taskIds, gate, maker, records, stop, tokenizerOf };
  const service = new RolloutService(parts);
  return { gate, rollouts, maker, service };
}

export function makeRequest(step: number, over: Partial<BatchRequest> = {}): BatchRequest {
  return {
    runId: 'run-1',
    step,
    policyVersion: step,
    groups: 2,
    updateSize: 4,
    seed: 7,
    ...over,
  };
}

export function makePolicy(version: number) {
  return { version, model: `policy-v${version}`, baseUrls: ['http://127.0.0.1:1'] };
}
