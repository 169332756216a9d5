// A rollout service in this process: its real parts, over rollouts that follow from their seed.
import type { BatchRequest, Hello } from '../../runtime/contract/training/rolloutServer.ts';
import type { RunJob } from '../../runtime/contract/training/runFolder.ts';
import type { TrainingSettings } from '../../runtime/contract/trainingSettings.ts';
import { tokenServerProblem } from '../../runtime/policy/training/tokenServerCheck.ts';
import { BatchMaker } from '../../runtime/rolloutServer/batchMaker.ts';
import { PolicyGate } from '../../runtime/rolloutServer/policyGate.ts';
import { RolloutSampler } from '../../runtime/rolloutServer/rolloutSampler.ts';
import {
  RolloutService,
  type RolloutServiceParts,
} from '../../runtime/rolloutServer/rolloutService.ts';

import { RunRecords } from '../../runtime/rolloutServer/runRecords.ts';
import { StopFlag } from '../../runtime/rolloutServer/stopFlag.ts';
import { tidyCheckpoints } from '../../runtime/rolloutServer/tidyCheckpoints.ts';
import { noFiles } from '../../runtime/support/chosenFiles.ts';
import { systemClock } from '../../runtime/support/clock.ts';
import { silentLog } from '../../runtime/support/log.ts';
import { makeTask } from './records.ts';
import { ScriptedTokenServer } from './scriptedTokenServer.ts';
import { SeededMaker } from './seededMaker.ts';
import { makeJob, smallTraining } from './trainingRecords.ts';

export const taskIds = ['a', 'b', 'c', 'd', 'e'];

export interface TrainingParts {
  readonly job: RunJob;
  readonly gate: PolicyGate;
  readonly rollouts: SeededMaker;
  readonly maker: BatchMaker;
  readonly service: RolloutService;
}

/** Parts of a server for a run in the folder, with five tasks. */
export function openTraining(
  folder: string,
  over: Partial<TrainingSettings> = {},
  job = makeJob(),
): TrainingParts {
  const settings = smallTraining(over);
  const gate = new PolicyGate();
  const rollouts = new SeededMaker();
  const records = new RunRecords(folder);
  const tasks = new Map(taskIds.map((id) => [id, { task: makeTask({ id }), files: noFiles }]));
  const sampler = new RolloutSampler({ runId: job.runId, tasks, maker: rollouts });
  const maker = new BatchMaker({ settings, gate, sampler, records, clock: systemClock });
  const stop = new StopFlag(folder);
  const asked: RolloutServiceParts['tokenServerProblem'] = ({ baseUrls }, trainer, signal) =>
    tokenServerProblem(new ScriptedTokenServer(baseUrls), trainer, signal);
  const parts = {
    folder,
    job,
    settings,
    taskIds,
    gate,
    maker,
    records,
    stop,
    tokenServerProblem: asked,
  };
  const tidying = { keep: job.keep, log: silentLog, signal: new AbortController().signal };
  const onCheckpoint = (): Promise<void> => tidyCheckpoints(folder, tidying);
  const service = new RolloutService({ ...parts, onCheckpoint });
  return { job, gate, rollouts, maker, service };
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

/** Of a trainer that means the same as `openTraining`. */
export function makeHello(): Hello {
  const { agent } = makeJob().recipe;
  return {
    runId: 'run-1',
    protocol: 1,
    step: 0,
    updateSize: 4,
    groupsPerStep: 2,
    temperature: agent.temperature,
    maxSequenceTokens: agent.maxSequenceTokens,
    tokenizerSha256: null,
    tokenizerProbe: null,
  };
}

export function makePolicy(version: number) {
  return { version, model: `policy-v${version}`, baseUrls: ['http://127.0.0.1:1'] };
}
