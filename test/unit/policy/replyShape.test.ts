import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { ThoughtCodeLimits } from '../../../runtime/policy/replyShape.ts';
import { freeShape, ThoughtCodeShape } from '../../../runtime/policy/replyShape.ts';

const oneLine: ThoughtCodeLimits = { thoughtTokens: 20, oneLineThought: true, codeTokens: 40 };
const manyLines: ThoughtCodeLimits = { ...oneLine, oneLineThought: false };

/** Plays pieces of text against the shape; `null` is the model's wish to end. Inserted text stands in «». */
function play(limits: ThoughtCodeLimits, said: readonly (string | null)[]): string {
  const shape = new ThoughtCodeShape(limits);
  let text = `«${shape.opening}»`;
  for (const piece of said) {
    const steer = piece === null ? shape.atEnd() : shape.after(piece);
    text += piece ?? '';
    if (steer.kind !== 'sample') text += `«${steer.text}»`;
    if (steer.kind === 'finish') return `${text} finished`;
  }
  return text;
}

describe('replyShape', () => {
  it('opens the code after the first line of a thought', () => {
    assert.equal(
      play(oneLine, [' Read', ' it.', '\n', 'x = 1', '\n', '```']),
      '«Thought:» Read it.\n«Code:\n```py\n»x = 1\n```«<end_code>» finished',
    );
  });

  it('opens the code when the model wants to end after its thought', () => {
    assert.equal(play(oneLine, [' Read it.', null]), '«Thought:» Read it.«\nCode:\n```py\n»');
  });

  it('cuts a thought that finds no end', () => {
    const rambling = Array.from({ length: 20 }, () => ' so');
    assert.equal(play(manyLines, rambling), `«Thought:»${' so'.repeat(20)}«\nCode:\n\`\`\`py\n»`);
  });

  it('does not take empty lines before the thought for its end', () => {
    assert.equal(play(oneLine, ['\n', 'Hm', '\n']), '«Thought:»\nHm\n«Code:\n```py\n»');
  });

  it('lets a thought of several lines go on until the code', () => {
    assert.equal(
      play(manyLines, [' First.', '\n', 'Second.', '\n', 'Code', ':', '\n']),
      '«Thought:» First.\nSecond.\nCode:\n«```py\n»',
    );
  });

  it('adds nothing when the model opens the code by itself', () => {
    assert.equal(
      play(manyLines, [' First.', '\n', '```', 'python', '\n', 'x', '\n```']),
      '«Thought:» First.\n```python\nx\n```«<end_code>» finished',
    );
  });

  it('closes the code when the model wants to end in it', () => {
    assert.equal(
      play(oneLine, [' Go.', '\n', 'print(1)', null]),
      '«Thought:» Go.\n«Code:\n```py\n»print(1)«\n```<end_code>» finished',
    );
    assert.equal(
      play(oneLine, [' Go.', '\n', 'print(1)', '\n', null]),
      '«Thought:» Go.\n«Code:\n```py\n»print(1)\n«```<end_code>» finished',
    );
  });

  it('sees a fence that comes with its line break or in pieces', () => {
    const start = [' Go.', '\n', 'print(1)'];
    assert.match(play(oneLine, [...start, '\n```\n']), /\n```\n«<end_code>» finished$/);
    assert.match(play(oneLine, [...start, '\n', '`', '``']), /\n```«<end_code>» finished$/);
  });

  it('closes code that finds no end, at the end of a line', () => {
    const long = Array.from({ length: 39 }, (_, place) => `x${place} = 1\n`);
    assert.match(
      play(oneLine, [' Go.', '\n', ...long, 'y', ' = 2', '\n', 'never']),
      /x38 = 1\ny = 2\n«```<end_code>» finished$/,
    );
  });

  it('closes code that turns in a circle', () => {
    const round = ['x', ' += 1', '\n'];
    assert.equal(
      play(oneLine, [' Go.', '\n', ...round, ...round, ...round, ...round, ...round]),
      `«Thought:» Go.\n«Code:\n\`\`\`py\n»${'x += 1\n'.repeat(4)}«\`\`\`<end_code>» finished`,
    );
    const empty = ['x', '\n', '\n', '\n', '\n', '\n', '\n'];
    assert.ok(!play(oneLine, [' Go.', '\n', ...empty]).includes('finished'));
  });

  it('does not take back quotes inside a line for the end of the code', () => {
    assert.equal(
      play(oneLine, [' Go.', '\n', 'print("```")', '\n']),
      '«Thought:» Go.\n«Code:\n```py\n»print("```")\n',
    );
  });

  it('always gives a thought and a fenced code, whatever the model says', () => {
    const piece = fc.oneof(
      fc.constantFrom('\n', '```', 'Code:', 'Thought:', 'py', ' ', '`', 'Observation:'),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.boolean(), (said, one) => {
        const shown = play(one ? oneLine : manyLines, [...said, null, null]);
        const text = shown.replaceAll(/[«»]/g, '');
        assert.ok(text.endsWith(' finished'), text);
        assert.match(
          text,
          /^Thought:[^]*\n?```(?:py|python)?[ \t]*\n[^]*```[^]*<end_code> finished$/,
        );
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('leaves a free reply alone', () => {
    assert.equal(freeShape.opening, '');
    assert.deepEqual(freeShape.after('```'), { kind: 'sample' });
    assert.deepEqual(freeShape.atEnd(), { kind: 'finish', text: '' });
  });
});
