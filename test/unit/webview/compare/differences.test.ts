import assert from 'node:assert/strict';
import fc from 'fast-check';
import { differences, type Span, wholeSpan } from '../../../../webview/compare/differences.ts';
import { markedLines } from '../../../../webview/compare/markedLines.ts';
import { highlightLines } from '../../../../webview/text/highlight.ts';

function parts(text: string, spans: readonly Span[]): string[] {
  return spans.map(([from, to]) => text.slice(from, to));
}

describe('the differences of two texts', () => {
  const marked = (left: string, right: string): [string[], string[]] => {
    const found = differences(left, right);
    return [parts(left, found.left), parts(right, found.right)];
  };

  it('are none in equal texts', () => {
    assert.deepEqual(differences('a b', 'a b'), { left: [], right: [], same: true });
    assert.deepEqual(differences('', ''), { left: [], right: [], same: true });
  });

  it('are words', () => {
    assert.deepEqual(marked('South  +6,137.65', 'South  +2,222.40'), [['6,137.65'], ['2,222.40']]);
    assert.deepEqual(marked('t = a + b', 't = a'), [['+ b'], []]);
  });

  it('are whole lines without their indentation', () => {
    const left = 'for row in rows:\n    if ok:\n        add(row)\n';
    const right = 'for row in rows:\n    add(row)\n';
    assert.deepEqual(marked(left, right), [['if ok:'], []]);
  });

  it('leave out what is only white space', () => {
    const found = differences('a  b\n', 'a b');
    assert.deepEqual([found.left, found.right, found.same], [[], [], false]);
  });

  it('put neighbours together', () => {
    assert.deepEqual(marked('x = one two three', 'x = four'), [['one two three'], ['four']]);
  });

  it('are lines when the texts are long, and everything when nothing is alike', () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `line ${index}\n`);
    const changed = lines.with(1500, 'another line\n');
    assert.deepEqual(marked(lines.join(''), changed.join('')), [['line 1500'], ['another line']]);
    const [left] = marked('a b c', 'x y z');
    assert.deepEqual(left, ['a b c']);
  });

  it('give up on texts that have nothing in common before it takes long', () => {
    const text = (seed: string): string =>
      Array.from({ length: 4000 }, (_, index) => `${seed}${index}`).join('\n');
    const started = performance.now();
    const found = differences(text('a'), text('b'));
    assert.ok(performance.now() - started < 5000);
    assert.equal(found.left.length, 4000);
  });

  it('lie inside the text, in order, and leave equal rests', () => {
    const word = fc.constantFrom('a', 'b', '(', ' ', '\n', 'rows', '😀', '  ');
    const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(''));
    fc.assert(
      fc.property(text, text, (left, right) => {
        const found = differences(left, right);
        for (const [whole, spans] of [
          [left, found.left],
          [right, found.right],
        ] as const) {
          let at = 0;
          for (const [from, to] of spans) {
            assert.ok(from >= at && to > from && to <= whole.length);
            at = to;
          }
        }
        if (left === right) assert.equal(found.same, true);
      }),
    );
  });
});

describe('marks over the colours of code', () => {
  it('cut tokens where they begin and end', () => {
    const code = 'if x == 1:\n    print("ok")';
    const lines = markedLines(highlightLines(code, 'python'), [
      [3, 9],
      [15, 20],
    ]);
    const shown = lines.map((line) =>
      line.map(({ text, marked }) => (marked ? `[${text}]` : text)).join(''),
    );
    assert.deepEqual(shown, ['if [x == ][1]:', '    [print]("ok")']);
    assert.deepEqual(lines.flat().find(({ text }) => text === '1')?.kind, 'n');
  });

  it('mark a whole text, and nothing of an empty one', () => {
    assert.deepEqual(wholeSpan(''), []);
    const lines = markedLines(highlightLines('a\n\nb', 'text'), wholeSpan('a\n\nb'));
    assert.deepEqual(
      lines.map((line) => line.map(({ marked }) => marked)),
      [[true], [], [true]],
    );
  });

  it('keep every character, whatever is marked', () => {
    const spans = fc
      .array(fc.nat(60), { maxLength: 8 })
      .map((ends) => [...new Set(ends)].sort((a, b) => a - b))
      .map((ends) => ends.flatMap((end, at): Span[] => (at % 2 ? [[ends[at - 1]!, end]] : [])));
    const code = 'def f(rows):\n    # sum\n    return sum(rows) + 1.5\n\nprint("a")';
    fc.assert(
      fc.property(spans, (marks) => {
        const lines = markedLines(highlightLines(code, 'python'), marks);
        const text = lines.map((line) => line.map((one) => one.text).join('')).join('\n');
        assert.equal(text, code);
        const count = lines
          .flat()
          .reduce((sum, one) => sum + (one.marked ? one.text.length : 0), 0);
        const wanted = marks.reduce(
          (sum, [from, to]) => sum + code.slice(from, to).replaceAll('\n', '').length,
          0,
        );
        assert.equal(count, wanted);
      }),
    );
  });
});
