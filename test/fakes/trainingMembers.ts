// Trajectories and settings of training, small enough to read in a test.
import type { TrainingSettings } from '../../runtime/contract/trainingSettings.ts';
import { storedTokens, type TrainingMember } from '../../runtime/training/trainingMember.ts';
import type { SampledRollout, Visit, VisitOutcome } from '../../runtime/training/visit.ts';

/** Four rollouts a task, two tasks a train step, nothing else switched on. */
export function makeTrainingSettings(over: Partial<TrainingSettings> = {}): TrainingSettings {
  return {
    model: 'fake',
    difficultyFilter: { enabled: false, samples: 10, window: { low: 0.2, high: 0.8 } },
    streakFilter: { enabled: false, allCorrectEpochs: 1, probePeriodEpochs: 2, probeShare: 0.25 },
    queue: {
      enabled: false,
      groupSize: 4,
      freshPerVisit: 2,
      window: { low: 0.2, high: 0.8 },
      resample: true,
      archiveGroups: 4,
      maxStalenessSteps: 128,
    },
    downSampling: { enabled: false, keep: 2, rule: 'max-variance', advantageOver: 'all' },
    advantage: { epsilon: 1e-6, scale: 'group', zeroVarianceOn: 'reward' },
    refill: { enabled: false, maxRounds: 1 },
    optimiser: {
      learningRate: 1e-6,
      adamBetas: [0.9, 0.999],
      weightDecay: 0,
      warmupSteps: 0,
      schedule: 'constant',
      gradientClip: 1,
      groupsPerStep: 2,
      epochs: 2,
      maxSteps: null,
      updatesPerBatch: 1,
      loss: 'dapo',
      clipLow: 0.2,
      clipHigh: 0.2,
      klCoefficient: 0,
      klEstimator: 'k3',
      entropyCoefficient: 0,
      staleRatio: 'behaviour',
      lora: null,
    },
    judge: 'rule',
    judgeModel: null,
    passScore: 1,
    rolloutTimeoutMilliseconds: 60_000,
    requestTimeoutMilliseconds: 60_000,
    ...over,
  };
}

export interface MemberWish {
  readonly id: string;
  readonly step: number;
  readonly pass: boolean;
  /** 1 for a pass and 0 otherwise when nothing is said. */
  readonly reward?: number;
}

/** A trajectory of four tokens, one of them an observation's. */
export function makeMember({ id, step, pass, reward = Number(pass) }: MemberWish): TrainingMember {
  return {
    id,
    sampledAtStep: step,
    pass,
    correctness: Number(pass),
    trajectory: {
      id,
      policyVersion: step,
      ...storedTokens({
        promptIds: [1, 2],
        completionIds: [3, 4, 5, 6],
        mask: [1, 0, 1, 1],
        logProbs: [-0.5, 0, -0.25, -0.125],
      }),
      reward: {
        parts: [{ name: 'answer', score: reward, weight: 1, reason: 'by the test' }],
        total: reward,
      },
      turns: 2,
      truncated: false,
    },
  };
}

/** How each rollout of a visit goes: a pass, a miss, a reward, or one that nobody scored. */
export type Result = boolean | number | null;

/** Outcome of a visit with one result for each rollout; three tokens are generated for each. */
export function makeOutcome(
  taskId: string,
  step: number,
  results: readonly Result[],
): VisitOutcome {
  const rollout = (result: Result, index: number): SampledRollout => {
    if (result === null) return { status: 'infra-error', generatedTokens: 3, member: null };
    const id = `${taskId}.${step}.${index}`;
    const wish =
      typeof result === 'number' ? { pass: result >= 1, reward: result } : { pass: result };
    return { status: 'ok', generatedTokens: 3, member: makeMember({ id, step, ...wish }) };
  };
  return { taskId, rollouts: results.map(rollout) };
}

/** Says how the rollouts of a visit go; the first `fresh` of them are used. */
export type FakePolicy = (visit: Visit, step: number) => readonly Result[];

export function sampleVisits(
  visits: readonly Visit[],
  step: number,
  policy: FakePolicy,
): VisitOutcome[] {
  return visits.map((visit) =>
    makeOutcome(visit.taskId, step, policy(visit, step).slice(0, visit.fresh)),
  );
}

/** Two of four rollouts pass. */
export const mixed: FakePolicy = () => [true, false, true, false, true, false];

/** Every rollout goes the same way. */
export function always(result: Result): FakePolicy {
  return () => Array.from({ length: 16 }, () => result);
}
