// Small valid label records and judged trajectories to build tests of labelling from.
import type { JudgeIdentity, RepeatedVerdict, VerdictLevel } from '../../runtime/contract/judge.ts';
import { verdictScores } from '../../runtime/contract/judge.ts';
import type { LabelGiven } from '../../runtime/contract/label.ts';
import type { Reward } from '../../runtime/contract/reward.ts';
import type { TrajectoryRecord } from '../../runtime/contract/trajectory.ts';
import { itemHash } from '../../runtime/labels/itemHash.ts';
import { defaultRubric, referenceOf } from '../../runtime/labels/rubric.ts';
import { makeEnded, makeStarted, makeStep, makeTask } from './records.ts';

export const ann = 'Ann <ann@example.org>';
export const ben = 'Ben <ben@example.org>';

const answer = { question: 'How many?', referenceAnswer: '4', finalAnswer: 'four' };

export function makeLabel(over: Partial<LabelGiven> = {}): LabelGiven {
  const texts = { ...answer, ...over };
  const { question, referenceAnswer, finalAnswer } = texts;
  return {
    version: 1,
    kind: 'label-given',
    id: 'label-1',
    at: '2026-05-04T09:30:00.000Z',
    rater: ann,
    level: 'Correct',
    rubric: referenceOf(defaultRubric),
    blind: true,
    stratum: 'random',
    samplingProbability: 1,
    multiplicity: 1,
    milliseconds: 1000,
    note: '',
    flagged: false,
    taskId: 'task-1',
    ...texts,
    itemHash: over.itemHash ?? itemHash({ question, referenceAnswer, finalAnswer }),
  };
}

export const llmJudge: JudgeIdentity = {
  name: 'llm-judge',
  version: '3',
  kind: 'llm',
  model: 'judge-model',
};
export const ruleJudge: JudgeIdentity = { name: 'rule', version: '1', kind: 'rule' };

export interface GivenVerdict {
  readonly judge: JudgeIdentity;
  readonly level: VerdictLevel;
  readonly repeats?: RepeatedVerdict[];
}

export interface JudgedTrajectory {
  readonly id: string;
  readonly task?: string;
  readonly question?: string;
  readonly reference?: string;
  /** Null for a trajectory without one. */
  readonly answer: string | null;
  readonly verdicts?: readonly GivenVerdict[];
  /** Score of the answer part; null leaves the reward out. */
  readonly score?: number | null;
  readonly policyVersion?: number;
  readonly output?: string;
}

/** A trajectory of two steps, in the order in which its records are written. */
export function judgedTrajectory(given: JudgedTrajectory): TrajectoryRecord[] {
  const { id, task = 'task-1', question = `Question of ${task}`, reference = '4' } = given;
  const base = { version: 1, trajectoryId: id } as const;
  const [first, ...more] = given.verdicts ?? [];
  const score = given.score === undefined ? verdictScores[first?.level ?? 'Wrong'] : given.score;
  const step = makeStep({ index: 1 });
  const text = given.output ?? 'step output';
  return [
    makeStarted({
      trajectoryId: id,
      task: makeTask({ id: task, question, referenceAnswer: reference, files: ['table.csv'] }),
      policyVersion: given.policyVersion ?? 0,
    }),
    { ...base, kind: 'step-ended', step: { ...step, observation: { ...step.observation, text } } },
    {
      ...base,
      kind: 'step-ended',
      step: makeStep({ index: 2, observation: { ...step.observation, kind: 'final-answer' } }),
    },
    makeEnded({
      trajectoryId: id,
      finalAnswer: given.answer,
      stopReason: given.answer === null ? 'max-steps' : 'final-answer',
    }),
    ...(first === undefined ? [] : [first, ...more]).map((one): TrajectoryRecord => ({
      ...base,
      kind: 'verdict-given',
      verdict: {
        outcome: 'scored',
        judge: one.judge,
        level: one.level,
        score: verdictScores[one.level],
        reason: `SECRET reason of ${one.judge.name}`,
        ...(one.repeats === undefined ? {} : { repeats: one.repeats }),
      },
    })),
    ...(score === null
      ? []
      : [{ ...base, kind: 'reward-assigned' as const, reward: rewardOf(score) }]),
  ];
}

export function rewardOf(score: number): Reward {
  return {
    recipe: 'tool-r1',
    total: score + 0.6,
    parts: [
      { name: 'answer', score, weight: 1, reason: 'as the judge said' },
      { name: 'parse', score: 1, weight: 0.3, reason: '2 of 2 steps parsed' },
      { name: 'exec', score: 1, weight: 0.3, reason: '2 of 2 steps ran' },
    ],
  };
}
