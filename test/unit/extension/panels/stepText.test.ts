import assert from 'node:assert/strict';
import { stepText } from '../../../../extension/panels/stepText.ts';
import { makeStep } from '../../../fakes/records.ts';

describe('stepText', () => {
  it('holds what the page shows, in the order in which it happened', () => {
    const { observation } = makeStep();
    const step = makeStep({
      index: 3,
      thought: 'I total the rows.\n',
      code: 'os.remove("a")',
      faults: [{ kind: 'missing-terminator', message: 'The reply does not end with <end_code>.' }],
      observation: {
        ...observation,
        kind: 'refused',
        text: 'Nothing ran.',
        refusals: [{ kind: 'import', name: 'os', line: 1, message: 'os cannot be imported.' }],
        warnings: ['totl was not found.'],
      },
      toolCalls: [
        {
          index: 0,
          name: 'inspect_file_as_text',
          arguments: { file_path: 'a.pdf' },
          outcome: 'ok',
          preview: 'A report',
          milliseconds: 1234,
        },
      ],
      variables: [
        { name: 'rows', type: 'list', size: 3, preview: '[1, 2, 3]', step: 3, change: 'added' },
      ],
      outputFiles: [
        { name: 'out.csv', bytes: 12, path: '/q/out.csv', refused: null },
        { name: 'big.bin', bytes: 99, path: null, refused: 'It is too large.' },
      ],
    });
    assert.equal(
      stepText({ step, clipped: [{ field: 'code', characters: 30_000 }] }),
      `Step 3

Thought
I total the rows.

Code
os.remove("a")

Reply faults
The reply does not end with <end_code>.

Tool calls
inspect_file_as_text({"file_path":"a.pdf"}): ok, 1.2 s

Observation
Nothing ran.

Refused
os cannot be imported.

Warnings
totl was not found.

Files written
out.csv, 12 bytes
big.bin: not kept. It is too large.

Variables after the step
rows (list, added): [1, 2, 3]

Shortened here
code has 30000 characters in all.
`,
    );
  });

  it('leaves out what a step does not have', () => {
    const { observation } = makeStep();
    const text = stepText({
      step: makeStep({ thought: '', code: null, observation: { ...observation, text: '' } }),
      clipped: [],
    });
    assert.equal(text, 'Step 1\n');
  });

  it('names an error once', () => {
    const { observation } = makeStep();
    const error = { type: 'KeyError', message: "'year'", line: 2, traceback: [] };
    const told = { ...observation, error, text: "KeyError: 'year'" };
    const untold = { ...observation, error, text: 'It failed.' };
    const textOf = (one: typeof told) =>
      stepText({ step: makeStep({ observation: one }), clipped: [] });
    assert.equal(textOf(told).split('KeyError').length, 2);
    assert.match(textOf(untold), /It failed\.\nKeyError: 'year'/);
  });
});
