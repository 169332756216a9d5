// A trajectory file as training writes it: five tasks, eight rollouts each, with verdicts and rewards, and one broken line.
import type { VerdictLevel } from '../../runtime/contract/judge.ts';
import type { Step } from '../../runtime/contract/step.ts';
import type { TrajectoryRecord } from '../../runtime/contract/trajectory.ts';
import { makeEnded, makeReply, makeStarted, makeStep, makeTask } from '../fakes/records.ts';
import { asLines } from '../fakes/trajectoryRecords.ts';

const questions: readonly (readonly [question: string, answer: string, wrong: string])[] = [
  [
    'Which region’s refunds grew most between Q2 and Q3, and by how much?',
    'South, by 6,137.65 EUR',
    'West',
  ],
  ['Which supplier appears in contract.pdf but not in suppliers.csv?', 'Halden AS', 'Norsk'],
  [
    'Which of the three survey files has the most duplicate answers?',
    'survey-b.csv',
    'survey-a.csv',
  ],
  ['How many pages of handbook.pdf mention overtime?', '14', '3'],
  ['Name the cell in plan.xlsx where the totals stop matching.', 'H41', 'B2'],
];
const rollouts = 8;

export function exampleFile(): string {
  const lines = questions.flatMap((_, task) =>
    Array.from({ length: rollouts }, (_, index) => asLines(trajectory(task, index))),
  );
  return lines
    .toSpliced(13, 0, '{"version":1,"kind":"step-ended","trajectoryId":"r-1-5","step":\n')
    .join('');
}

function trajectory(task: number, index: number): TrajectoryRecord[] {
  const [question, answer, wrong] = questions[task] ?? ['', '', ''];
  const trajectoryId = `r-${task}-${index}`;
  const level: VerdictLevel =
    index % 3 === 1 ? 'Wrong' : index === 5 ? 'Partially Correct' : 'Correct';
  const steps = level === 'Wrong' ? failing(wrong) : working(answer);
  const ran = steps.filter(({ executed }) => executed).length / steps.length;
  const score = { Correct: 1, 'Partially Correct': 0.5, Wrong: 0 }[level];
  const base = { version: 1, trajectoryId } as const;
  return [
    makeStarted({
      trajectoryId,
      model: 'qwen2.5-coder-1.5b',
      task: makeTask({
        id: `task-${task}`,
        question,
        files: ['refunds.xlsx'],
        referenceAnswer: answer,
      }),
    }),
    ...steps.map((step): TrajectoryRecord => ({ ...base, kind: 'step-ended', step })),
    makeEnded({ trajectoryId, finalAnswer: level === 'Wrong' ? wrong : answer }),
    {
      ...base,
      kind: 'verdict-given',
      verdict: {
        outcome: 'scored',
        judge: { name: 'llm-judge', version: '1' },
        level,
        score,
        reason: 'Compared with the reference answer.',
      },
    },
    {
      ...base,
      kind: 'reward-assigned',
      reward: {
        recipe: 'tool-r1',
        total: score + 0.3 + 0.3 * ran,
        parts: [
          { name: 'answer', score, weight: 1, reason: level },
          {
            name: 'parse',
            score: 1,
            weight: 0.3,
            reason: `${steps.length} of ${steps.length} steps`,
          },
          { name: 'exec', score: ran, weight: 0.3, reason: '' },
        ],
      },
    },
  ];
}

const read =
  'q2 = read_table("refunds.xlsx", sheet="Q2")\nq3 = read_table("refunds.xlsx", sheet="Q3")\nprint(q2[0])';
const firstRow = "{'Date': '2026-04-01', 'Region': 'North', 'Amount': 84.5, 'Status': 'approved'}";

function total(condition: string): string {
  return `totals = {}
for row in q3:
${condition}    totals[row["Region"]] = totals.get(row["Region"], 0) + row["Amount"]
print(totals)`;
}

function working(answer: string): Step[] {
  return [
    step(1, 'I read both quarters and look at one row.', read, firstRow),
    step(
      2,
      'The policy decides which refunds count.',
      'print(read_document("policy.pdf"))',
      'Only approved refunds count.',
    ),
    step(
      3,
      'I total the approved rows by region.',
      total('    if row["Status"] != "approved":\n        continue\n'),
      "{'South': 6137.65, 'West': 2222.4}",
    ),
    final(4, 'South grew most.', answer),
  ];
}

function failing(answer: string): Step[] {
  const message = "name 'q4' is not defined";
  const failed = step(3, 'I print the difference.', 'print(q4["West"] - q3["West"])', '');
  return [
    step(1, 'Let me load the workbook.', read, firstRow),
    step(2, 'I total the rows by region.', total(''), "{'South': 7410.2, 'West': 9222.4}"),
    {
      ...failed,
      executed: false,
      observation: {
        ...failed.observation,
        kind: 'python-error',
        text: `NameError: ${message}`,
        stdout: '',
        error: { type: 'NameError', message, line: 1, traceback: [] },
      },
    },
    final(4, 'West seems largest.', answer),
  ];
}

function step(index: number, thought: string, code: string, output: string): Step {
  const plain = makeStep();
  return makeStep({
    index,
    thought,
    code,
    reply: makeReply({
      text: `Thought: ${thought}\nCode:\n\`\`\`py\n${code}\n\`\`\`<end_code>`,
      usage: { promptTokens: 900 + 350 * index, completionTokens: 80 },
      milliseconds: 1900 + 300 * index,
    }),
    observation: { ...plain.observation, text: output, stdout: `${output}\n` },
    sandboxMilliseconds: 210,
  });
}

function final(index: number, thought: string, answer: string): Step {
  const plain = step(index, thought, `final_answer(${JSON.stringify(answer)})`, answer);
  return { ...plain, observation: { ...plain.observation, kind: 'final-answer', stdout: '' } };
}
