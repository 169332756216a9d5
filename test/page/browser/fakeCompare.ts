// Two trajectories of one group to compare: the second never reads the policy, is refused an import and gives another answer.
import type { Step } from '../../../runtime/contract/step.ts';
import { stepRow } from '../../../runtime/contract/stepSummary.ts';
import type { VerdictLevel } from '../../../runtime/contract/judge.ts';
import type { TrajectoryHead } from '../../../runtime/contract/viewing.ts';
import { at, makeEnded, makeReply, makeStarted, makeStep, makeTask } from '../../fakes/records.ts';
import type { Answers } from './fakeHost.ts';

const question = 'Which region’s refunds grew most between Q2 and Q3, and by how much?';
const read = `q2 = read_table("refunds.xlsx", sheet="Q2")
q3 = read_table("refunds.xlsx", sheet="Q3")
print(q2[0])`;
const totals = (filter: string): string => `def totals(rows):
    out = {}
    for row in rows:
${filter}        out[row["Region"]] = out.get(row["Region"], 0) + row["Amount"]
    return out
`;
const firstRow = "{'Date': '2026-04-01', 'Region': 'North', 'Amount': 84.5, 'Status': 'approved'}";

const left: readonly Step[] = [
  ran(1, 'I read both quarters and look at one row.', read, firstRow),
  ran(
    2,
    'The policy decides which refunds count.',
    'policy = read_document("policy.pdf")\nprint(ask_document(policy, "Which refunds count?"))',
    'Only approved refunds count (section 4.2).',
    ['read_document', 'ask_document'],
  ),
  ran(
    3,
    'I total the approved rows by region.',
    `${totals('        if row["Status"] == "approved":\n    ')}t2, t3 = totals(q2), totals(q3)
for region in sorted(t3):
    print(f"{region:<6} {t3[region] - t2[region]:+,.2f}")`,
    'South  +6,137.65\nWest   +2,222.40',
  ),
  answered(4, 'South grew most.', 'South, by 6,137.65 EUR'),
];

const right: readonly Step[] = [
  ran(1, 'Let me load the workbook.', read, firstRow),
  refused(
    2,
    'I total the rows by region.',
    `${totals('')}import pandas as pd\nt2, t3 = totals(q2), totals(q3)`,
  ),
  failed(3, 'Print the differences.', 'print(t3["West"] - t2["West"])'),
  failed(4, 'Print one total.', 'print(t2)'),
  answered(5, 'West seems largest.', 'West'),
];

export const compareRequests: Answers = {
  'read-trajectory': ({ id }) => head(String(id)),
  'read-steps': ({ id, from, to }) => ({
    steps: stepsOf(String(id))
      .slice(Number(from) - 1, Number(to))
      .map((step) => ({ step, clipped: [] })),
  }),
};

function isSecond(id: string): boolean {
  return id === 't-11';
}

function stepsOf(id: string): readonly Step[] {
  return isSecond(id) ? right : left;
}

function head(id: string): TrajectoryHead {
  const steps = stepsOf(id);
  const level: VerdictLevel = isSecond(id) ? 'Wrong' : 'Correct';
  const score = isSecond(id) ? 0 : 1;
  const share = steps.filter(({ executed }) => executed).length / steps.length;
  return {
    started: makeStarted({
      trajectoryId: id,
      task: makeTask({ id: 'task-0', question, files: ['refunds.xlsx', 'policy.pdf'] }),
      policyVersion: isSecond(id) ? 70 : 84,
      tools: ['read_table', 'read_document', 'ask_document', 'final_answer'].map((name) => ({
        name,
        description: '',
        parameters: [],
        returns: 'str',
        isFinal: name === 'final_answer',
      })),
    }),
    ended: makeEnded({
      trajectoryId: id,
      finalAnswer: isSecond(id) ? 'West' : 'South, by 6,137.65 EUR',
    }),
    verdicts: [
      {
        outcome: 'scored',
        judge: { name: 'llm-judge', version: '1' },
        level,
        score,
        reason: isSecond(id) ? 'Another region.' : 'The same region and amount.',
      },
    ],
    reward: {
      recipe: 'tool-r1',
      total: score + 0.3 + 0.3 * share,
      parts: [
        { name: 'answer', score, weight: 1, reason: level },
        { name: 'parse', score: 1, weight: 0.3, reason: '' },
        { name: 'exec', score: share, weight: 0.3, reason: '' },
      ],
    },
    rows: steps.map(stepRow),
    position: isSecond(id) ? 11 : 2,
    previousId: null,
    nextId: null,
    branches: [],
    problems: [],
  };
}

function step(index: number, thought: string, code: string, over: Partial<Step>): Step {
  return makeStep({
    index,
    startedAt: at,
    thought,
    code,
    reply: makeReply({ text: '', milliseconds: 1400 + 100 * index }),
    sandboxMilliseconds: 240,
    ...over,
  });
}

function observation(over: Partial<Step['observation']>): Step['observation'] {
  return { ...makeStep().observation, text: '', stdout: '', ...over };
}

function ran(
  index: number,
  thought: string,
  code: string,
  output: string,
  tools: readonly string[] = [],
): Step {
  return step(index, thought, code, {
    observation: observation({
      text: output,
      stdout: `${output}
`,
    }),
    toolCalls: tools.map((name, at) => ({
      index: at,
      name,
      arguments: {},
      outcome: 'ok',
      preview: '',
      milliseconds: 120,
    })),
  });
}

function refused(index: number, thought: string, code: string): Step {
  const message = 'import pandas refused: pandas is not on the list of allowed modules.';
  return step(index, thought, code, {
    executed: false,
    observation: observation({
      kind: 'refused',
      text: message,
      refusals: [{ kind: 'import', name: 'pandas', line: 6, message }],
    }),
  });
}

function failed(index: number, thought: string, code: string): Step {
  const message = "name 't2' is not defined";
  return step(index, thought, code, {
    executed: false,
    observation: observation({
      kind: 'python-error',
      text: `NameError: ${message}`,
      error: { type: 'NameError', message, line: 1, traceback: [] },
    }),
  });
}

function answered(index: number, thought: string, answer: string): Step {
  return step(index, thought, `final_answer("${answer}")`, {
    observation: observation({ kind: 'final-answer', text: answer }),
  });
}
