import assert from 'node:assert/strict';
import {
  codeText,
  firstWords,
  withoutBackticks,
} from '../../../../../runtime/agent/protocols/reply/codeText.ts';

describe('codeText', () => {
  const plain = { indented: false, repl: false, invisible: false };

  it('takes blank lines off both ends and space off the end', () => {
    assert.deepEqual(codeText('\n  \nx = 1\n\nprint(x)  \n\n', false), {
      code: 'x = 1\n\nprint(x)',
      ...plain,
    });
  });

  it('takes off the indentation that all lines share', () => {
    const { code, indented } = codeText('    if x:\n      y()\n\n    z()', false);
    assert.equal(code, 'if x:\n  y()\n\nz()');
    assert.equal(indented, true);
  });

  it('leaves lines inside strings that reach further left', () => {
    const { code } = codeText("  s = '''\na\n    b'''\n  t = 1", false);
    assert.equal(code, "s = '''\na\n  b'''\nt = 1");
  });

  it('takes a line that names the language only from an untagged block', () => {
    assert.equal(codeText('\npython\nx = 1', true).code, 'x = 1');
    assert.equal(codeText('python\nx = 1', false).code, 'python\nx = 1');
  });

  it('keeps the input of an interactive session', () => {
    const { code, repl } = codeText('>>> def f():\n...     return 1\n...\n>>> f()\n1', false);
    assert.equal(code, 'def f():\n    return 1\n\nf()');
    assert.equal(repl, true);
  });

  it('cleans characters outside strings only', () => {
    const { code, invisible } = codeText(
      'x\u00a0=\u200b "\u00a0\u200b\u0000"\u3000# \u202e',
      false,
    );
    assert.equal(code, 'x = "\u00a0\u200b" #');
    assert.equal(invisible, true);
  });

  it('does not call a plain no-break space a fault', () => {
    assert.deepEqual(codeText('x\u00a0= 1', false), { code: 'x = 1', ...plain });
  });

  it('is empty for nothing', () => {
    assert.equal(codeText('', false).code, '');
    assert.equal(codeText(' \n\t\n', true).code, '');
    assert.equal(codeText('python\n', true).code, '');
  });

  it('gives back what it gave', () => {
    for (const content of ['  a\n    b', '\tx\n    y', '>>> x', 'x\u200b = 1']) {
      const { code } = codeText(content, false);
      assert.deepEqual(codeText(code, false), { code, ...plain });
    }
  });
});

describe('withoutBackticks', () => {
  it('unwraps inline code and leaves the rest', () => {
    assert.equal(withoutBackticks(' `f(1)` '), 'f(1)');
    assert.equal(withoutBackticks('``f(1)``'), 'f(1)');
    assert.equal(withoutBackticks('`a` and `b`'), '`a` and `b`');
    assert.equal(withoutBackticks('f(1)'), 'f(1)');
  });
});

describe('firstWords', () => {
  it('shows the first line, cut', () => {
    assert.equal(firstWords('\n```bash\nls'), '```bash');
    assert.equal(firstWords('x'.repeat(100)).length, 60);
  });
});
