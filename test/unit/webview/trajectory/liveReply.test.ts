import assert from 'node:assert/strict';
import fc from 'fast-check';
import { linesOf } from '../../../../webview/trajectory/state/codeBlocks.ts';
import {
  emptyReply,
  openCodeLine,
  pushText,
  type LiveReply,
} from '../../../../webview/trajectory/state/liveReply.ts';

function read(...pieces: string[]): LiveReply {
  return pieces.reduce(pushText, emptyReply);
}

function shown(reply: LiveReply) {
  const open = openCodeLine(reply) ?? '';
  return {
    thought: reply.thought.toString(),
    code: [...linesOf(reply.blocks), ...(open === '' ? [] : [open])],
  };
}

const whole = 'Thought: I count.\nTwice.\nCode:\n```py\nx = 1\n\nprint(x)\n```<end_code>';

describe('pushText', () => {
  it('parts thought and code and drops the words of the form', () => {
    assert.deepEqual(shown(read(whole)), {
      thought: 'I count.\nTwice.\n',
      code: ['x = 1', '', 'print(x)'],
    });
  });

  it('comes to the same however the text was cut', () => {
    const expected = shown(read(whole));
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length), { maxLength: 30 }), (places) => {
        const cuts = [0, ...places.sort((a, b) => a - b), whole.length];
        const pieces = cuts.slice(1).map((end, index) => whole.slice(cuts[index], end));
        assert.deepEqual(shown(read(...pieces)), expected);
      }),
    );
  });

  it('shows a thought before its line ends', () => {
    assert.equal(read('Thou', 'ght: I', ' cou').thought.toString(), 'I cou');
  });

  it('holds back what may still become a label, a fence or a closing tag', () => {
    assert.equal(read('Thought: a\nCod').thought.toString(), 'a\n');
    assert.equal(read('Thought: a\n``').thought.toString(), 'a\n');
    assert.equal(read('Thought: a </end_').thought.toString(), 'a ');
    assert.equal(read('Thought: a </end_', 'code>').thought.toString(), 'a ');
    assert.equal(read('Thought: a </', 'b> c').thought.toString(), 'a </b> c');
    assert.equal(read('Thought: a < ', 'b').thought.toString(), 'a < b');
  });

  it('shows the line of code that is being written', () => {
    const reply = read('```py\nx = 1\nprint(');
    assert.deepEqual(linesOf(reply.blocks), ['x = 1']);
    assert.equal(openCodeLine(reply), 'print(');
  });

  it('does not show a fence as code while it is written', () => {
    assert.equal(openCodeLine(read('```py\nx = 1\n``')), '');
    assert.equal(openCodeLine(read('```py\nx = 1\n```\n')), null);
  });

  it('takes text after the block as thought again', () => {
    assert.equal(read('a\n```\nx\n```\nb\n').thought.toString(), 'a\nb\n');
  });

  it('has no thought where none was written', () => {
    assert.deepEqual(shown(read('```python\nprint(1)\n```')), { thought: '', code: ['print(1)'] });
    assert.deepEqual(shown(read('\n\n')), { thought: '', code: [] });
  });

  it('ignores carriage returns', () => {
    assert.deepEqual(shown(read('Thought: a\r\n```py\r\nx\r\n```\r\n')), {
      thought: 'a\n',
      code: ['x'],
    });
  });

  it('leaves the reply before it as it was', () => {
    const before = read('Thought: one');
    pushText(before, ' two');
    assert.equal(before.thought.toString(), 'one');
  });
});
