// Trajectories for the page of one: `refunds` is the one of the mockups with all that can be in a step, `long` has 10,000
// steps, `retry` was branched off `refunds`, `follow-up` goes on with it, `unended` has no end. Others come from the comparison.
import { stepRow } from '../../../runtime/contract/stepSummary.ts';
import type { Step } from '../../../runtime/contract/step.ts';
import type { TablePage } from '../../../runtime/contract/requests.ts';
import type { StepView, TrajectoryHead } from '../../../runtime/contract/viewing.ts';
import { makeEnded, makeReply, makeStarted, makeStep, makeTask } from '../../fakes/records.ts';
import { compareRequests } from './fakeCompare.ts';
import type { Answers } from './fakeHost.ts';
import { longOutput, question, refundSteps, refundTools } from './refundSteps.ts';

interface FakeTrajectory {
  readonly head: TrajectoryHead;
  step(index: number): Step;
}

const wholeCharacters = 61_342;
const refunds = refundsTrajectory();
const known: Readonly<Record<string, FakeTrajectory>> = {
  refunds,
  long: longTrajectory(10_000),
  retry: retryTrajectory(),
  'follow-up': followUpTrajectory(),
  unended: {
    ...refunds,
    head: {
      ...{ ...refunds.head, ended: null, reward: null, verdicts: [] },
      rows: refunds.head.rows.slice(0, 3),
      started: { ...refunds.head.started, trajectoryId: 'unended' },
    },
  },
};

export const trajectoryRequests: Answers = {
  'read-trajectory': (params) => {
    const found = known[String(params['id'])];
    if (String(params['id']).startsWith('live')) throw new Error('It is not in the file yet.');
    return found?.head ?? compareRequests['read-trajectory']?.(params);
  },
  'read-steps': (params) => {
    const found = known[String(params['id'])];
    if (found === undefined) return compareRequests['read-steps']?.(params);
    const [from, to] = [Number(params['from']), Number(params['to'])];
    const indexes = Array.from({ length: to - from + 1 }, (_, place) => from + place);
    return { steps: indexes.map((index) => viewOf(found.step(index))) };
  },
  'read-text': () => ({ text: longOutput(wholeCharacters), characters: wholeCharacters }),
  'read-table': ({ name, offset, limit }) => table(String(name), Number(offset), Number(limit)),
  'stop-rollout': () => ({ stopped: true }),
  'retry-step': () => ({ id: 'live-retry' }),
  'ask-follow-up': () => ({ id: 'live-follow-up' }),
};

function viewOf(step: Step): StepView {
  if (step.index !== 4) return { step, clipped: [] };
  const clipped = [{ field: 'observation.stdout', characters: wholeCharacters }];
  return { step, clipped };
}

function refundsTrajectory(): FakeTrajectory {
  const rows = refundSteps.map(stepRow);
  const head: TrajectoryHead = {
    started: makeStarted({
      trajectoryId: 'refunds',
      model: 'qwen2.5-7b-instruct',
      task: makeTask({
        ...{ id: 'task-0', question, referenceAnswer: 'South, by 6,137.65 EUR' },
        files: ['data/refunds.xlsx', 'data/policy.pdf'],
      }),
      tools: refundTools,
    }),
    ended: makeEnded({
      ...{ trajectoryId: 'refunds', finalAnswer: 'South, by 6,137.65 EUR' },
      endedAt: '2026-05-04T09:30:23.500Z',
    }),
    verdicts: [
      {
        ...scored('llm-judge', 'v3', 'Correct', 'The same region and the same amount.'),
        criteria: { accuracy: 5, completeness: 5, relevance: 5, precision: null },
        cost: { promptTokens: 1_204, completionTokens: 88, milliseconds: 2_340 },
        repeats: [
          { variant: 'same', level: 'Correct' },
          { variant: 'swapped', level: 'Wrong' },
          { variant: 'paraphrased', level: 'Correct' },
          { variant: 'paraphrased', level: null },
        ],
      },
      scored('rule-judge', 'v2', 'Wrong', 'The text differs from the reference.'),
    ],
    reward: {
      ...{ recipe: 'tool-r1', total: 1.48 },
      parts: [
        {
          ...{ name: 'answer', score: 1, weight: 1 },
          reason: 'Correct: The same region and the same amount.',
        },
        { name: 'parse', score: 1, weight: 0.3, reason: '5 of 5 steps parsed' },
        { name: 'exec', score: 0.6, weight: 0.3, reason: '3 of 5 steps ran' },
      ],
    },
    ...{ rows, position: 12, previousId: 't-10', nextId: 't-11', problems: [] },
    branches: [
      { id: 'retry', parent: { trajectoryId: 'refunds', relation: 'retry', step: 2 } },
      { id: 'follow-up', parent: { trajectoryId: 'refunds', relation: 'follow-up', step: 5 } },
    ],
  };
  return { head, step: (index) => refundSteps[index - 1] ?? makeStep({ index }) };
}

function scored(name: string, version: string, level: 'Correct' | 'Wrong', reason: string) {
  const score = level === 'Correct' ? 1 : 0;
  return { outcome: 'scored' as const, judge: { name, version }, level, score, reason };
}

function carried(step: Step): Step {
  const usage = { promptTokens: 0, completionTokens: 0 };
  return { ...step, reply: { ...step.reply, origin: 'parent', usage, milliseconds: 0 } };
}

function retryTrajectory(): FakeTrajectory {
  const [one, two, three, four, five] = refundSteps;
  const edited: Step = {
    ...makeStep(three),
    ...{ executed: true, code: 'approved = [row for row in q2 if row["Status"] == "approved"]' },
    reply: makeReply({ origin: 'person', usage: null, milliseconds: 0 }),
    observation: makeStep().observation,
  };
  const steps = [one, two].flatMap((step) => (step === undefined ? [] : [carried(step)]));
  return branch('retry', [...steps, edited, ...[four, five].flatMap((step) => step ?? [])], {
    ...refunds.head.started,
    ...{ trajectoryId: 'retry' },
    parent: { trajectoryId: 'refunds', relation: 'retry', step: 2 },
  });
}

function followUpTrajectory(): FakeTrajectory {
  const own = refundSteps.slice(3).map((step, place) => ({ ...step, index: place + 6 }));
  const { started } = refunds.head;
  return branch('follow-up', [...refundSteps.map(carried), ...own], {
    ...started,
    trajectoryId: 'follow-up',
    task: { ...started.task, question: 'And which region fell most?', referenceAnswer: null },
    parent: { trajectoryId: 'refunds', relation: 'follow-up', step: 5 },
    earlier: [{ task: started.task, lastStep: 5, finalAnswer: 'South, by 6,137.65 EUR' }],
  });
}

function branch(
  id: string,
  steps: readonly Step[],
  started: TrajectoryHead['started'],
): FakeTrajectory {
  const { ended } = refunds.head;
  return {
    head: {
      ...refunds.head,
      ...{ started, rows: steps.map(stepRow), verdicts: [], reward: null, branches: [] },
      ended: ended === null ? null : { ...ended, trajectoryId: id },
      ...{ previousId: null, nextId: null },
    },
    step: (index) => steps[index - 1] ?? makeStep({ index }),
  };
}

/** Every step is made when it is asked for. */
function longTrajectory(count: number): FakeTrajectory {
  const step = (index: number): Step => {
    const source = refundSteps[index % 3] ?? makeStep();
    return { ...source, index, thought: `Round ${index}. ${source.thought}` };
  };
  const rows = Array.from({ length: count }, (_, place) => stepRow(step(place + 1)));
  const { started } = refunds.head;
  return {
    head: {
      ...refunds.head,
      ...{ rows, reward: null, verdicts: [], branches: [] },
      started: { ...started, trajectoryId: 'long' },
    },
    step,
  };
}

/** A table of 2,500 rows. */
function table(name: string, offset: number, limit: number): TablePage {
  if (name === 'policy') throw new Error('A Document cannot be shown as a table.');
  const totalRows = 2_500;
  const regions = ['North', 'South', 'East', 'West', 'Centre', 'Islands'];
  const rows = Array.from(
    { length: Math.max(0, Math.min(limit, totalRows - offset)) },
    (_, place) => {
      const row = offset + place;
      const day = String(1 + (row % 28)).padStart(2, '0');
      const region = regions[row % regions.length] ?? '';
      return [
        `2026-07-${day}`,
        region,
        Math.round(row * 8137) / 100,
        row % 5 !== 0,
        row % 7 === 0 ? null : 'approved',
      ];
    },
  );
  const columns = [
    ['Date', 'str'],
    ['Region', 'str'],
    ['Amount', 'float'],
    ['Checked', 'bool'],
    ['Status', 'str'],
  ].map(([column = '', type = '']) => ({ name: column, type }));
  return { columns, totalRows, totalColumns: 5, offset, rows, rebuilt: name === 'q2' };
}
