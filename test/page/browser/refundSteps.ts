// The five steps of the mockup's trajectory: one that runs, a refused import, an error, one with long output, the answer.
import type { Variable } from '../../../runtime/contract/observation.ts';
import type { Step } from '../../../runtime/contract/step.ts';
import type { ToolCall, ToolSignature } from '../../../runtime/contract/tool.ts';
import { makeReply, makeStep } from '../../fakes/records.ts';

export const question = 'Which region’s refunds grew most between Q2 and Q3, and by how much?';

export const refundTools: ToolSignature[] = [
  tool('read_table', ['path', 'sheet=None']),
  tool('read_document', ['path']),
  tool('ask_document', ['document', 'question']),
  tool('list_files', []),
  { ...tool('final_answer', ['value']), isFinal: true },
];

function tool(name: string, parameters: readonly string[]): ToolSignature {
  return {
    ...{ name, description: '', returns: 'str', isFinal: false },
    parameters: parameters.map((text) => {
      const [parameter = '', defaultValue] = text.split('=');
      const base = { name: parameter, type: 'str', description: '' };
      return defaultValue === undefined ? base : { ...base, defaultValue };
    }),
  };
}

const row = "{'Date': '2026-04-01', 'Region': 'North', 'Amount': 84.5, 'Status': 'approved'}";

function variable(
  name: string,
  type: string,
  size: number | null,
  preview: string,
  step: number,
  change: Variable['change'] = 'unchanged',
): Variable {
  return { name, type, size, preview, step, change };
}

function call(
  index: number,
  name: string,
  args: ToolCall['arguments'],
  milliseconds: number,
): ToolCall {
  const preview = name === 'ask_document' ? 'Only approved refunds count.' : `[${row}, ...`;
  return { index, name, arguments: args, outcome: 'ok', preview, milliseconds };
}

function step(
  index: number,
  thought: string,
  code: string,
  [tokens, milliseconds]: readonly [tokens: number, milliseconds: number],
  over: Partial<Step>,
): Step {
  return makeStep({
    ...{ index, thought, code },
    startedAt: '2026-05-04T09:30:00.000Z',
    reply: makeReply({
      usage: { promptTokens: tokens - 80, completionTokens: 80 },
      milliseconds: milliseconds - 200,
    }),
    sandboxMilliseconds: 200,
    ...over,
  });
}

function observed(over: Partial<Step['observation']>): Step['observation'] {
  return { ...makeStep().observation, text: '', stdout: '', ...over };
}

const q2 = variable('q2', 'list', 412, `[${row}, ...]`, 1);
const q3 = variable('q3', 'list', 487, `[${row.replace('04-01', '07-01')}, ...]`, 1);
const policy = variable(
  'policy',
  'Document',
  null,
  '“Refund policy, valid from 1 January 2026”',
  3,
);
const rule = variable(
  'rule',
  'str',
  94,
  "'Only approved refunds count. Goodwill credits and reversed",
  3,
);

const totals = `q3 = [row for row in q3 if row["Date"] < "2026-10-01"]

def totals(rows):
    out = {}
    for row in rows:
        if row["Status"] == "approved":
            out[row["Region"]] = out.get(row["Region"], 0) + row["Amount"]
    return out

t2, t3 = totals(q2), totals(q3)
growth = {region: round(t3[region] - t2[region], 2) for region in t3}
for region in sorted(growth, key=growth.get, reverse=True):
    print(f"{region:<10}{t2[region]:>11,.2f}{t3[region]:>11,.2f}{growth[region]:>+11,.2f}")
print(q3)`;

const table = `South       18,204.10  24,341.75  +6,137.65
West        12,880.00  15,102.40  +2,222.40
North        9,415.35  10,980.15  +1,564.80
Islands      2,310.00   2,745.20    +435.20
Centre      14,050.60  13,871.05    -179.55
East        11,962.25  10,408.90  -1,553.35
`;

/** A table first, then many rows. */
export function longOutput(characters: number): string {
  let text = table;
  for (let line = 0; text.length < characters; line += 1) {
    text += `${line}: ${row.replace('04-01', `07-${String(1 + (line % 28)).padStart(2, '0')}`)}\n`;
  }
  return text.slice(0, characters);
}

const error = { type: 'KeyError', message: "'State'", line: 4, traceback: [] };
const refusal = {
  ...{ kind: 'import' as const, name: 'os', line: 1 },
  message:
    'import os refused: os is not on the list of allowed modules. list_files() returns the files of this task.',
};

export const refundSteps: readonly Step[] = [
  step(
    1,
    'I need the columns of both quarters before I can compare them, so I read the two sheets and print one row.',
    'q2 = read_table("refunds.xlsx", sheet="Q2")\nq3 = read_table("refunds.xlsx", sheet="Q3")\nprint(len(q2), len(q3))\nprint(q2[0])',
    [918, 4100],
    {
      observation: observed({ stdout: `412 487\n${row}\n` }),
      toolCalls: [
        {
          ...call(0, 'read_table', { path: 'refunds.xlsx', sheet: 'Q2' }, 840),
          notes: ['hidden sheet “Archive”, fill colours of 14 cells.'],
        },
        call(1, 'read_table', { path: 'refunds.xlsx', sheet: 'Q3' }, 310),
      ],
      variables: [
        { ...q2, change: 'added' },
        { ...q3, change: 'added' },
      ],
    },
  ),
  step(
    2,
    'There may be other files beside the workbook. I list the folder to be sure.',
    'import os\nprint(os.listdir("."))',
    [611, 1900],
    {
      executed: false,
      observation: observed({ kind: 'refused', refusals: [refusal], text: refusal.message }),
      variables: [q2, q3],
    },
  ),
  step(
    3,
    'The policy decides which refunds count. I ask it first, then keep only those rows.',
    'policy = read_document("policy.pdf")\nrule = ask_document(policy, "Which refunds count toward regional totals?")\nprint(rule)\napproved = [row for row in q2 if row["State"] == "approved"]',
    [1204, 9600],
    {
      executed: false,
      observation: observed({
        ...{ kind: 'python-error', error, text: "KeyError: 'State'" },
        stdout:
          'Only approved refunds count. Goodwill credits and reversed refunds are left out (section 4.2).\n',
      }),
      toolCalls: [
        {
          ...call(0, 'read_document', { path: 'policy.pdf' }, 1920),
          notes: ['page 9 is a scan without text.'],
        },
        call(
          1,
          'ask_document',
          { document: 'policy', question: 'Which refunds count toward regional totals?' },
          5370,
        ),
      ],
      variables: [...[q2, q3], { ...policy, change: 'added' }, { ...rule, change: 'added' }],
    },
  ),
  step(
    4,
    'The column is called Status. Three rows of the Q3 sheet are dated October, so I drop them, total the approved refunds by region, and sort by growth.',
    totals,
    [1487, 6200],
    {
      observation: observed({ stdout: longOutput(20_000), stdoutCut: 11_342 }),
      variables: [
        ...[q2, policy, rule],
        { ...q3, size: 484, change: 'changed', step: 4 },
        variable(
          'growth',
          'dict',
          6,
          "{'South': 6137.65, 'West': 2222.4, 'North': 1564.8, ...}",
          4,
          'added',
        ),
        variable(
          't2',
          'dict',
          6,
          "{'North': 9415.35, 'South': 18204.1, 'West': 12880.0, ...}",
          4,
          'added',
        ),
        variable(
          't3',
          'dict',
          6,
          "{'West': 15102.4, 'South': 24341.75, 'East': 10408.9, ...}",
          4,
          'added',
        ),
        variable('totals', 'function', null, 'def totals(rows)', 4, 'added'),
      ],
      outputFiles: [
        { name: 'growth.csv', bytes: 2310, path: '/out/growth.csv', refused: null },
        { name: 'all.bin', bytes: 9e8, path: null, refused: 'it is larger than 128 MB.' },
      ],
    },
  ),
  step(
    5,
    'South grew most. The difference of the two approved totals is 6,137.65.',
    'final_answer("South, by 6,137.65 EUR")',
    [402, 1700],
    {
      observation: observed({ kind: 'final-answer', text: 'The answer was handed in.' }),
      toolCalls: [call(0, 'final_answer', { value: 'South, by 6,137.65 EUR' }, 1)],
      variables: [q2, policy, rule, { ...q3, size: 484, step: 4 }],
    },
  ),
];
