import assert from 'node:assert/strict';
import { ReplyStream } from '../../../runtime/cli/replyStream.ts';

interface Shown {
  readonly thought: string;
  readonly code: string;
}

/** Streams a reply in pieces of a size. */
function stream(reply: string, size: number): Shown {
  const replyStream = new ReplyStream();
  let thought = '';
  const code: string[] = [];
  const pieces = function* () {
    for (let at = 0; at < reply.length; at += size) {
      yield* replyStream.push(reply.slice(at, at + size));
    }
    yield* replyStream.finish();
  };
  for (const piece of pieces()) {
    if (piece.kind === 'thought') thought += piece.text;
    else code.push(piece.line);
  }
  assert.equal(replyStream.code, code.join('\n').replace(/^\s*\n|\s+$/g, ''));
  return { thought: thought.trimEnd(), code: code.join('\n') };
}

describe('ReplyStream', () => {
  const cases: [string, string, Shown][] = [
    [
      'the usual shape',
      'Thought: I count the rows.\nCode:\n```py\nrows = 3\nprint(rows)\n```<end_code>',
      { thought: 'I count the rows.', code: 'rows = 3\nprint(rows)' },
    ],
    [
      'a thought of several lines',
      'Thought: First this.\nThen that.\n\n\n\nAnd more.\n```python\nx\n```',
      { thought: 'First this.\nThen that.\n\nAnd more.', code: 'x' },
    ],
    ['no label', 'Just words', { thought: 'Just words', code: '' }],
    ['bold labels', '**Thought:** hm\n**Code:**\n```\nx\n```', { thought: 'hm', code: 'x' }],
    ['tildes', 'a b\n~~~py\nx = 1\n~~~', { thought: 'a b', code: 'x = 1' }],
    [
      'a reply cut in code',
      'Thought: a\n```py\nx = 1\ny = ',
      { thought: 'a', code: 'x = 1\ny = ' },
    ],
    ['a reply cut in the closing fence', '```py\nx = 1\n``', { thought: '', code: 'x = 1' }],
    ['a reply cut in the terminator', '```py\nx = 1\n<end_co', { thought: '', code: 'x = 1' }],
    [
      'text after the code',
      '```py\nx\n```<end_code>\nSo it is.',
      { thought: 'So it is.', code: 'x' },
    ],
    ['backticks inside a line', 'Use `len` here\n', { thought: 'Use `len` here', code: '' }],
    [
      'words that begin like a label',
      'Codes: many\nThoughtful: yes',
      { thought: 'Codes: many\nThoughtful: yes', code: '' },
    ],
    ['Windows line ends', 'Thought: a\r\n```py\r\nx\r\n```\r\n', { thought: 'a', code: 'x' }],
    ['nothing', '', { thought: '', code: '' }],
    ['an indented block', 'a b\n  ```py\n  x\n  ```', { thought: 'a b', code: '  x' }],
  ];
  for (const [name, reply, expected] of cases) {
    it(`${name}, whatever the size of the tokens`, () => {
      for (const size of [1, 2, 3, 5, 7, 11, 1000]) {
        assert.deepEqual(stream(reply, size), expected, `pieces of ${size}`);
      }
    });
  }

  it('shows words before their line is complete', () => {
    const replyStream = new ReplyStream();
    const shown = [...replyStream.push('Thought: I will count the ro')];
    assert.deepEqual(shown, [{ kind: 'thought', text: 'I will count the ' }]);
  });

  it('takes a megabyte without line ends in little time', () => {
    const started = performance.now();
    stream('word '.repeat(200_000), 1000);
    assert.ok(performance.now() - started < 2000);
  });
});
