// Trajectories on which two judges disagree, each with a mark that only its verdicts hold: where the mark is, a verdict was told.
import type { VerdictLevel } from '../../runtime/contract/judge.ts';
import type { TrajectoryRecord } from '../../runtime/contract/trajectory.ts';
import { makeEnded, makeStarted, makeStep, makeTask } from '../fakes/records.ts';
import { asLines } from '../fakes/trajectoryRecords.ts';

const levels: readonly VerdictLevel[] = ['Correct', 'Wrong', 'Partially Correct'];
const scores = { Correct: 1, 'Partially Correct': 0.5, Wrong: 0 } as const;

/** Stands in the reason of each verdict on the answer to this question, and nowhere else. */
export function markOf(question: string): string {
  const number = /\d+/.exec(question)?.[0];
  if (number === undefined) throw new Error(`"${question}" is no question of this file`);
  return `mark-${number}-end`;
}

/** The text of a trajectory file: one task, one trajectory and one item for each number from 1. */
export function judgedFile(items: number): string {
  return asLines(Array.from({ length: items }, (_, index) => trajectory(index + 1)).flat());
}

function trajectory(number: number): TrajectoryRecord[] {
  const trajectoryId = `judged-${number}`;
  const question = `How many boats were hired out on day ${number}?`;
  const ruled = levels[number % 3] ?? 'Wrong';
  const graded = number % 5 === 0 ? ruled : (levels[(number + 1) % 3] ?? 'Wrong');
  const base = { version: 1, trajectoryId } as const;
  const verdict = (name: string, kind: 'rule' | 'llm', level: VerdictLevel): TrajectoryRecord => ({
    ...base,
    kind: 'verdict-given',
    verdict: {
      ...{ outcome: 'scored', level, score: scores[level] },
      judge: { name, version: '1', kind },
      reason: `The ${name} says so, ${markOf(question)}.`,
    },
  });
  return [
    makeStarted({
      trajectoryId,
      task: makeTask({
        ...{ id: `day-${number}`, question, files: ['kestrel-boats/customers.csv'] },
        referenceAnswer: `${number} boats`,
      }),
    }),
    { ...base, kind: 'step-ended', step: makeStep() },
    makeEnded({ trajectoryId, finalAnswer: `There were ${number + (number % 2)}.` }),
    verdict('rule', 'rule', ruled),
    verdict('llm-judge', 'llm', graded),
    {
      ...base,
      kind: 'reward-assigned',
      reward: {
        recipe: 'tool-r1',
        total: scores[graded] + 0.6,
        parts: [
          { name: 'answer', score: scores[graded], weight: 1, reason: markOf(question) },
          { name: 'parse', score: 1, weight: 0.3, reason: '' },
          { name: 'exec', score: 1, weight: 0.3, reason: '' },
        ],
      },
    },
  ];
}
