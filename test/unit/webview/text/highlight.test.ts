import assert from 'node:assert/strict';
import fc from 'fast-check';
import { highlightLines } from '../../../../webview/text/highlight.ts';

function shown(code: string, tools: string[] = []): string[] {
  return highlightLines(code, 'python', new Set(tools)).map((line) =>
    line.map(({ text, kind }) => (kind === '' ? text : `${kind}{${text}}`)).join(''),
  );
}

describe('the colours of code', () => {
  it('are a few kinds', () => {
    assert.deepEqual(shown('for x in [1, 2]:  # go\n    return f"a{x}" if True else "b"'), [
      'k{for} x k{in} [n{1}, n{2}]:  c{# go}',
      '    k{return} s{f"a{x}"} k{if} k{True} k{else} s{"b"}',
    ]);
  });

  it('mark calls of the tools, and not what only has their name', () => {
    assert.deepEqual(
      shown('t = read_table ("a")\nread_table\nx.read_table(1)\nother(2)', ['read_table']),
      ['t = f{read_table} (s{"a"})', 'read_table', 'x.read_table(n{1})', 'other(n{2})'],
    );
  });

  it('go over line ends', () => {
    const lines = highlightLines('a = """one\ntwo"""\n', 'python');
    assert.deepEqual(
      lines.map((line) => line.map(({ kind }) => kind)),
      [['', 's'], ['s'], []],
    );
  });

  it('know JSON, and leave text alone', () => {
    const [line] = highlightLines('{"a": [1, true, "<b>"]}', 'json');
    assert.deepEqual(
      line!.filter(({ kind }) => kind !== '').map(({ text, kind }) => `${kind}${text}`),
      ['f"a"', 'n1', 'ktrue', 's"<b>"'],
    );
    assert.deepEqual(highlightLines('for x', 'text'), [[{ text: 'for x', kind: '' }]]);
  });

  it('keep every character, whatever the code is', () => {
    const part = fc.constantFrom(
      '"',
      "'",
      '"""',
      '\n',
      '#',
      '&',
      '<',
      '&amp;',
      'f"{',
      '}',
      'def f(',
      '😀',
      '\\',
      '0x',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        const code = parts.join('');
        const lines = highlightLines(code, 'python', new Set(['f']));
        assert.equal(lines.map((line) => line.map(({ text }) => text).join('')).join('\n'), code);
      }),
    );
  });

  it('give up on very long code', () => {
    const lines = highlightLines('x = 1\n'.repeat(40_000), 'python');
    assert.equal(lines.length, 40_001);
    assert.equal(lines[0]![0]!.kind, '');
  });
});
