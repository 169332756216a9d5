// Small valid messages and settings of training to build tests from; each test overrides what it is about.
import { Recipe } from '../../runtime/contract/recipe.ts';
import type { Batch, BatchCounters } from '../../runtime/contract/training/rolloutServer.ts';
import {
  GroupRecord,
  RunJob,
  RunStatus,
  type TrainStepMetrics,
} from '../../runtime/contract/training/runFolder.ts';
import { TrainingSettings } from '../../runtime/contract/trainingSettings.ts';
import toolR1 from '../../runtime/recipes/tool-r1.json' with { type: 'json' };

export function makeCounters(over: Partial<BatchCounters> = {}): BatchCounters {
  return {
    zeroVariance: 0,
    allCorrect: 0,
    allWrong: 0,
    mixed: 0,
    allCorrectSkipped: 0,
    probed: 0,
    failedProbes: 0,
    refilled: 0,
    outsideWindow: 0,
    droppedStale: 0,
    unscored: 0,
    freshReward: null,
    freshPassRate: null,
    statuses: { ok: 0, 'model-error': 0, 'tool-error': 0, 'infra-error': 0, timeout: 0 },
    generatedTokens: 0,
    updatedTokens: 0,
    rolloutSeconds: 0,
    ...over,
  };
}

export function makeBatch(over: Partial<Batch> = {}): Batch {
  return { step: 0, groups: [], counters: makeCounters(), finished: false, stop: false, ...over };
}

export function makeGroupRecord(over: Partial<GroupRecord> = {}): GroupRecord {
  return {
    ...GroupRecord.parse({
      version: 1,
      step: 0,
      epoch: 1,
      taskId: 'sum',
      why: 'active',
      outcome: 'mixed',
      nGenerated: 2,
      nFresh: 2,
      passRate: 0.5,
      rewards: [0, 1],
      selectedRewards: [0, 1],
      staleness: [0, 0],
      generatedTokens: 10,
      updatedTokens: 12,
      trained: true,
      skipped: null,
    }),
    ...over,
  };
}

/** The recipe tool-r1 with small groups: 4 trajectories of which 2 are fresh, 2 tasks a step. */
export function smallTraining(over: Partial<TrainingSettings> = {}): TrainingSettings {
  const { training } = Recipe.parse(toolR1);
  const settings = TrainingSettings.parse(training);
  const queue = { ...settings.queue, groupSize: 4, freshPerVisit: 2 };
  const optimiser = { ...settings.optimiser, groupsPerStep: 2, epochs: 50, maxSteps: null };
  const streakFilter = { ...settings.streakFilter, enabled: false };
  const refill = { ...settings.refill, enabled: false };
  const downSampling = { ...settings.downSampling, enabled: false };
  return { ...settings, queue, optimiser, streakFilter, refill, downSampling, ...over };
}

export function smallRecipe(over: Partial<TrainingSettings> = {}): Recipe {
  return { ...Recipe.parse(toolR1), training: smallTraining(over) };
}

export function makeJob(over: Partial<RunJob> = {}): RunJob {
  return {
    ...RunJob.parse({
      version: 1,
      runId: 'run-1',
      createdAt: '2026-05-04T09:30:00.000Z',
      model: 'tiny',
      device: 'cpu',
      recipe: smallRecipe(),
      seed: 7,
      saveEverySteps: 2,
      policySync: 'none',
      processes: { node: 'node', cli: 'cli', python: 'python', rolloutPort: 0, tokenPort: 0 },
    }),
    ...over,
  };
}

/** Of train steps a minute apart. */
export function makeStepMetrics(
  step: number,
  metrics: Readonly<Record<string, number | null>> = {},
): TrainStepMetrics {
  const at = new Date(Date.parse('2026-05-04T09:30:00.000Z') + step * 60_000).toISOString();
  return { version: 1, step, at, metrics: { ...metrics } };
}

export function makeStatus(over: Partial<RunStatus> = {}): RunStatus {
  return {
    ...RunStatus.parse({
      version: 1,
      runId: 'run-1',
      state: 'running',
      at: '2026-05-04T09:31:00.000Z',
      supervisorPid: 4711,
      host: 'box',
      step: 0,
      totalSteps: 10,
      activity: 'Sampling',
      processes: [],
      problem: null,
    }),
    ...over,
  };
}
