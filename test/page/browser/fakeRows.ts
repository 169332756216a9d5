// A trajectory file of any length that exists only as a function from line to row: the same every time, and no memory.
import type { ListRow, TrajectoryRow } from '../../../runtime/contract/viewing.ts';
import type { StopReason } from '../../../runtime/contract/trajectory.ts';
import type { VerdictLevel } from '../../../runtime/contract/judge.ts';

const tasks: readonly (readonly [question: string, right: string, near: string, wrong: string])[] =
  [
    [
      'Which region’s refunds grew most between Q2 and Q3, and by how much?',
      'South, by 6,137.65 EUR',
      'South, about 6,000',
      'West',
    ],
    [
      'Which supplier appears in contract.pdf but not in suppliers.csv?',
      'Halden AS',
      'Halden',
      'Norsk',
    ],
    [
      'Which of the three survey files has the most duplicate answers?',
      'survey-b.csv',
      'b',
      'survey-a',
    ],
    ['How many pages of handbook.pdf mention overtime?', '14', 'about 15', '3'],
    ['Sum the hours logged on invoices that were paid late.', '212.5', '212', '88'],
    ['Name the cell in plan.xlsx where the totals stop matching.', 'H41', 'row 41', 'B2'],
    ['How many slides of launch.pptx name a date after 1 March?', '6', '5 or 6', '11'],
    [
      'What is the median delivery time of the orders with a yellow cell?',
      '3.5 days',
      '3 days',
      '9',
    ],
  ];

const wrongStops: readonly StopReason[] = ['max-steps', 'context-full', 'cancelled', 'no-code'];

export interface FakeFile {
  /** Trajectories and broken lines; a test may let the file grow. */
  rows: number;
  readonly broken: number;
  row(index: number): ListRow;
}

/** Every `brokenEvery`-th row is a broken line. */
export function fakeFile(rows: number, brokenEvery = 0): FakeFile {
  const isBroken = (index: number): boolean =>
    brokenEvery > 0 && index % brokenEvery === brokenEvery - 1;
  return {
    rows,
    get broken() {
      return brokenEvery > 0 ? Math.floor(this.rows / brokenEvery) : 0;
    },
    row: (index) => (isBroken(index) ? brokenRow(index) : trajectoryRow(index)),
  };
}

function brokenRow(index: number): ListRow {
  return {
    kind: 'broken-line',
    line: lineOf(index),
    message: 'ends inside a string at column 1,904, the rest of the file is fine.',
  };
}

function trajectoryRow(index: number): TrajectoryRow {
  const random = dice(index);
  const taskNumber = random(tasks.length);
  const [question, right, near, wrong] = tasks[taskNumber] ?? ['', '', '', ''];
  const level =
    (['Correct', 'Correct', 'Wrong', 'Partially Correct', 'Wrong'] as const)[random(5)] ?? 'Wrong';
  const answered = level !== 'Wrong' || random(2) === 0;
  const steps = 3 + random(10);
  const ran = Math.max(1, steps - random(4));
  const disagree = random(7) === 0;
  const other: VerdictLevel =
    disagree && level !== 'Partially Correct' ? 'Partially Correct' : level;
  const stopReason = answered ? 'final-answer' : (wrongStops[random(4)] ?? null);
  return {
    kind: 'trajectory',
    id: `t-${index}`,
    line: lineOf(index),
    taskId: `task-${taskNumber}`,
    question,
    model: 'qwen2.5-coder',
    startedAt: '2026-05-04T09:30:00.000Z',
    steps,
    stopReason,
    interrupted: stopReason === null && index % 2 === 0,
    finalAnswer: answered
      ? { Correct: right, 'Partially Correct': near, Wrong: wrong }[level]
      : null,
    verdicts: [
      { judge: 'llm-judge', level },
      { judge: 'rule-judge', level: other },
    ],
    judgesDisagree: other !== level,
    reward: reward(level, steps, ran),
    tokens: 1000 + random(9000),
    milliseconds: 6000 + random(90_000),
  };
}

function reward(level: VerdictLevel, steps: number, ran: number): TrajectoryRow['reward'] {
  const answer = { Correct: 1, 'Partially Correct': 0.5, Wrong: 0 }[level];
  return {
    recipe: 'tool-r1',
    total: Math.round((answer + 0.3 + (0.3 * ran) / steps) * 100) / 100,
    parts: [
      { name: 'answer', score: answer, weight: 1, reason: level },
      { name: 'parse', score: 1, weight: 0.3, reason: `${steps} of ${steps} steps` },
      { name: 'exec', score: ran / steps, weight: 0.3, reason: `${ran} of ${steps} steps` },
    ],
  };
}

/** A trajectory takes its steps and three more lines; as good as any rule. */
function lineOf(index: number): number {
  return index * 8 + 1;
}

/** A small generator (mulberry32); `random(n)` gives 0 to n - 1. */
function dice(seed: number): (sides: number) => number {
  let state = (seed + 1) * 0x9e3779b1;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}
