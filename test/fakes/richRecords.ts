// Records that use every part of the contract: refusals, errors, tool calls, variables, files, branches, judges that failed.
import { TrajectoryRecord } from '../../runtime/contract/trajectory.ts';
import { at, makeEnded, makeReply, makeStarted, makeStep, makeTask } from './records.ts';

/** The records of one trajectory, in the order of a file. */
export function richRecords(trajectoryId = 'rich-1'): TrajectoryRecord[] {
  const base = { version: 1, trajectoryId };
  const records: unknown[] = [
    {
      ...makeStarted({ trajectoryId, task: makeTask({ files: ['a/b.csv'], level: 3 }) }),
      parent: { trajectoryId: 'parent-1', relation: 'retry', step: 0 },
      tools: [
        {
          name: 'inspect_file_as_text',
          description: 'Reads a file.',
          parameters: [
            { name: 'file_path', type: 'str', description: 'Where', defaultValue: "''" },
          ],
          returns: 'str',
          isFinal: false,
        },
      ],
    },
    { ...base, kind: 'step-ended', step: failingStep() },
    { ...base, kind: 'step-ended', step: refusedStep() },
    makeEnded({
      trajectoryId,
      stopReason: 'failure',
      finalAnswer: null,
      failure: { code: 'policy/gone', boundary: 'policy', message: 'It is gone.\nStart it.' },
    }),
    {
      ...base,
      kind: 'verdict-given',
      verdict: { outcome: 'unscored', judge: { name: 'llm', version: '2' }, cause: 'no answer' },
    },
    {
      ...base,
      kind: 'reward-assigned',
      reward: {
        recipe: 'tool-r1',
        total: null,
        parts: [{ name: 'answer', score: null, weight: 1, reason: 'not judged' }],
      },
    },
  ];
  return records.map((record) => TrajectoryRecord.parse(record));
}

function failingStep() {
  const step = makeStep({ index: 1, executed: false, thought: 'Größe "prüfen" \\ 😀\n\ttab' });
  const error = {
    type: 'KeyError',
    message: "'größe'",
    line: 2,
    traceback: ['line 2, in <module>'],
  };
  return {
    ...step,
    faults: [{ kind: 'no-thought', message: 'There is no thought.' }],
    observation: { ...step.observation, kind: 'python-error', text: "KeyError: 'größe'", error },
    toolCalls: [
      {
        index: 0,
        name: 'inspect_file_as_text',
        arguments: { file_path: 'a/b.csv', rows: [1, 2.5, -3e2, null, { $: 'nan' }] },
        outcome: 'error',
        preview: 'There is no file.',
        milliseconds: 3.25,
      },
    ],
    variables: [
      { name: 'df', type: 'DataFrame', size: [3, 4], preview: '…', step: 1, change: 'added' },
      { name: 'n', type: 'int', size: null, preview: '7', step: 1, change: 'unchanged' },
    ],
    outputFiles: [{ name: 'out.csv', bytes: 12, path: null, refused: 'too large' }],
    shortenedObservations: [1],
  };
}

function refusedStep() {
  const usage = { promptTokens: 1200, completionTokens: 34 };
  const reply = { ...makeReply({ usage, reasoning: 'Hm.' }), origin: 'person' };
  const step = makeStep({ index: 2, startedAt: at, code: null, parsed: false, executed: false });
  const refusals = [{ kind: 'import', name: 'os', line: 1, message: 'os may not be imported.' }];
  return {
    ...step,
    reply,
    observation: {
      ...step.observation,
      kind: 'refused',
      text: 'os may not be imported.',
      refusals,
      warnings: ['a name was healed'],
      recovery: 'rolled-back',
      violations: ['socket'],
    },
  };
}
