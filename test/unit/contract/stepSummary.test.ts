// The one line about a step: what it counts and how its title is cut.
import assert from 'node:assert/strict';
import { StepRow } from '../../../runtime/contract/stepRow.ts';
import { stepRow, stepTitle } from '../../../runtime/contract/stepSummary.ts';
import { makeReply, makeStep } from '../../fakes/records.ts';

describe('stepRow', () => {
  it('counts tokens, tool errors and time, and names what was refused', () => {
    const step = makeStep();
    const call = { index: 0, name: 'a', arguments: {}, preview: '', milliseconds: 1 };
    const row = stepRow({
      ...step,
      toolCalls: [
        { ...call, outcome: 'ok' },
        { ...call, outcome: 'error' },
      ],
      observation: {
        ...step.observation,
        kind: 'refused',
        refusals: [{ kind: 'import', name: 'os', line: 1, message: 'os is not allowed' }],
      },
    });
    assert.equal(StepRow.safeParse(row).success, true);
    assert.equal(row.tokens, 15);
    assert.equal(row.toolCalls, 2);
    assert.equal(row.toolErrors, 1);
    assert.equal(row.milliseconds, 3);
    assert.deepEqual(row.refused, ['os']);
    assert.equal('origin' in row, false);
  });

  it('leaves tokens open that no engine counted, and keeps where the reply came from', () => {
    const row = stepRow(makeStep({ reply: makeReply({ usage: null, origin: 'person' }) }));
    assert.equal(row.tokens, null);
    assert.equal(row.origin, 'person');
  });
});

describe('stepTitle', () => {
  const cases: readonly (readonly [thought: string, title: string])[] = [
    ['I read the file. Then I count.', 'I read the file.'],
    ['Thought: I read v1.2 of it. Next.', 'I read v1.2 of it.'],
    ['one line\nsecond', 'one line'],
    ['', ''],
    ['  \n', ''],
    ['x'.repeat(100), `${'x'.repeat(79)}…`],
  ];
  for (const [thought, title] of cases) {
    it(`makes ${JSON.stringify(title)} of ${JSON.stringify(thought.slice(0, 30))}`, () => {
      assert.equal(stepTitle(thought), title);
    });
  }
});
