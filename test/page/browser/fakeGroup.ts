// The groups of the pages without VS Code: one that trains, and `flat`, whose rewards are all the same.
import type { VerdictLevel } from '../../../runtime/contract/judge.ts';
import type { GroupMember, GroupView } from '../../../runtime/contract/viewing.ts';
import type { Answers } from './fakeHost.ts';

type Row = readonly [
  level: VerdictLevel,
  answer: string | null,
  steps: number,
  parsed: number,
  ran: number,
  age: number,
];

const rows: readonly Row[] = [
  ['Correct', 'South, by 6,137.65 EUR', 5, 1, 0.6, 0],
  ['Correct', 'South, by 6,137.65 EUR', 4, 1, 1, 0],
  ['Wrong', 'West, by 2,222.40 EUR', 5, 1, 1, 0],
  ['Partially Correct', 'South, about 6,000', 6, 1, 4 / 6, 0],
  ['Correct', 'South, by 6,137.65 EUR', 5, 1, 0.8, 0],
  ['Wrong', 'North', 3, 1, 1, 0],
  ['Wrong', null, 12, 0.75, 5 / 12, 0],
  ['Correct', 'South, by 6,137.65 EUR', 6, 1, 5 / 6, 0],
  ['Correct', 'South, by 6,137.65 EUR', 5, 1, 1, 14],
  ['Wrong', 'South, by 7,410.20 EUR', 7, 1, 4 / 7, 14],
  ['Wrong', 'West', 5, 1, 0.4, 14],
  ['Correct', 'South, by 6,137.65 EUR', 4, 1, 0.75, 9],
  ['Partially Correct', 'South', 5, 1, 1, 9],
  ['Wrong', null, 12, 1, 7 / 12, 5],
  ['Correct', 'South, by 6,137.65 EUR', 8, 1, 7 / 8, 5],
  ['Wrong', 'Centre', 4, 1, 1, 5],
];
const flatRows: readonly Row[] = rows.map(([, , steps, , , age]) => [
  'Wrong',
  'B2',
  steps,
  1,
  1,
  age,
]);

const scores: Readonly<Record<VerdictLevel, number>> = {
  Correct: 1,
  'Partially Correct': 0.5,
  Wrong: 0,
};

export const groupRequests: Answers = {
  'read-group': ({ taskId }) =>
    taskId === 'flat'
      ? group('flat', 'Name the cell in plan.xlsx where the totals stop matching.', flatRows)
      : group(
          String(taskId),
          'Which region’s refunds grew most between Q2 and Q3, and by how much?',
          taskId === 'single-version' ? rows.slice(0, 8) : rows,
        ),
};

function group(taskId: string, question: string, from: readonly Row[]): GroupView {
  const members = from.map((row, index) => member(taskId, question, row, index));
  const rewards = members.map(({ reward }) => reward?.total ?? 0);
  const mean = average(rewards);
  const deviation = Math.sqrt(average(rewards.map((one) => (one - mean) ** 2)));
  const passed = from.filter(([level]) => level === 'Correct').length;
  return {
    taskId,
    question,
    referenceAnswer: 'South, by 6,137.65 EUR',
    members: members.map((one, index) => ({
      ...one,
      advantage: ((rewards[index] ?? 0) - mean) / (deviation + 1e-6),
    })),
    judged: from.length,
    passed,
    passRate: passed / from.length,
    interval: wilson(passed, from.length),
    meanReward: mean,
    rewardDeviation: deviation,
    zeroVariance: deviation < 1e-9,
  };
}

function member(taskId: string, question: string, row: Row, index: number): GroupMember {
  const [level, answer, steps, parsed, ran, age] = row;
  const score = scores[level];
  return {
    kind: 'trajectory',
    id: `t-${index + 1}`,
    line: index * 8 + 1,
    taskId,
    question,
    model: 'qwen2.5-coder',
    startedAt: '2026-05-04T09:30:00.000Z',
    steps,
    stopReason: answer === null ? 'max-steps' : 'final-answer',
    interrupted: false,
    finalAnswer: answer,
    verdicts: [{ judge: 'llm-judge', level }],
    judgesDisagree: false,
    reward: {
      recipe: 'tool-r1',
      total: score + 0.3 * parsed + 0.3 * ran,
      parts: [
        { name: 'answer', score, weight: 1, reason: level },
        { name: 'parse', score: parsed, weight: 0.3, reason: '' },
        { name: 'exec', score: ran, weight: 0.3, reason: '' },
      ],
    },
    tokens: 4000 + index,
    milliseconds: 20_000,
    advantage: null,
    policyVersion: 84 - age,
  };
}

function average(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}

/** 95 %; Wilson (1927). */
function wilson(passed: number, of: number): [number, number] {
  const z = 1.96;
  const rate = passed / of;
  const middle = (rate + z ** 2 / (2 * of)) / (1 + z ** 2 / of);
  const half =
    (z / (1 + z ** 2 / of)) * Math.sqrt((rate * (1 - rate)) / of + z ** 2 / (4 * of ** 2));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
