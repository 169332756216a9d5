import assert from 'node:assert/strict';
import {
  isComplete,
  scanPython,
  type Region,
} from '../../../../../runtime/agent/protocols/reply/pythonScanner.ts';

/** `c` code, `#` comment, `s` string, a character of the text each. */
function regionsOf(text: string): string {
  const regions = new Uint8Array(text.length);
  scanPython(text, 0, { regions });
  return Array.from(regions, (code) => 'c#s'.charAt(code)).join('');
}

describe('scanPython', () => {
  const shapes: readonly (readonly [string, string, string])[] = [
    ['code and comment', 'x = 1 # y', 'cccccc###'],
    ['a string', `a 'b' c`, 'ccssscc'],
    ['a comment sign in a string', `'#' x`, 'ssscc'],
    ['a quote in a comment', `# ' \nx`, '####cc'],
    ['an escaped quote', `'\\'' x`, 'sssscc'],
    ['a raw string', `r'\\' x`, 'csssss'],
    ['an empty string', `'' x`, 'sscc'],
    ['a triple-quoted string', `'''a'b''' x`, 'sssssssss' + 'cc'],
    ['quotes of the other kind', `"'" x`, 'ssscc'],
    ['a field of an f-string', `f'{x}' y`, 'cs' + 's' + 'cc' + 's' + 'cc'],
    ['doubled braces', `f'{{x}}' y`, 'csssssss' + 'cc'],
    ['a string inside a field, same quotes', `f"{a["b"]}" y`, 'cssccsssccscc'],
    ['a format specification', `f'{x:>5}' y`, 'cssccssss' + 'cc'],
    ['no field without a prefix', `'{x' y`, 'sssscc'],
    ['no prefix that is part of a name', `half'{x' y`, 'ccccsssscc'],
  ];
  for (const [name, text, expected] of shapes) {
    it(`knows ${name}`, () => assert.equal(regionsOf(text), expected));
  }

  const complete = [
    '', 'x = 1', 'f(1,\n  2)', 's = """a\nb"""', 'x = {"a": [1]}', 'def f():\n    ...', "print(f'{x!r:^{w}}')",
    'x = 1 # open (', 'f"{a["b"]}"', "f'''{\nx\n}'''", 'x = 1 + \\\n 2', "t'{x}'", "rb'\\x00'", 'f"{x:=^10}"', "f'\\N{DASH}'",
  ]; // prettier-ignore
  for (const text of complete) {
    it(`takes as whole: ${JSON.stringify(text)}`, () => assert.ok(isComplete(scanPython(text, 0))));
  }

  const open = [
    'f(', 'x = [1, (2', 's = """a', "s = 'a", "print('it's')", 'for x in y:', 'x = 1 +', 'x = \\\n', 'f"{x', 'f"{x:', ')', 'a]',
    "f'''{x", 'x =', 'y = a and not (b', "f'{x:'>10}'", '@',
  ]; // prettier-ignore
  for (const text of open) {
    it(`takes as open: ${JSON.stringify(text)}`, () => {
      assert.ok(!isComplete(scanPython(text, 0)));
    });
  }

  it('asks at every start of a line and at backticks outside strings', () => {
    const asked: (readonly [number, Region])[] = [];
    const text = 'a\n"""`\n"""`# `<\nb < 1';
    scanPython(text, 0, {
      stopAt: (index, region) => {
        asked.push([index, region]);
        return false;
      },
    });
    assert.deepEqual(asked, [
      [0, 'code'],
      [2, 'code'],
      [7, 'string'],
      [10, 'code'],
      [13, 'comment'],
      [14, 'comment'],
      [16, 'code'],
      [18, 'code'],
    ]);
  });

  it('stops before the character that it is told to', () => {
    const text = 'x = 1\n``` y';
    const scan = scanPython(text, 0, { stopAt: (index) => text.charAt(index) === '`' });
    assert.deepEqual([scan.stopped, scan.end], [true, 6]);
  });

  it('goes on as code after a string that its line does not close', () => {
    const text = "x = 'it's'\ny = 1";
    const regions = regionsOf(text);
    assert.equal(regions.slice(text.indexOf('y')), 'ccccc');
    assert.equal(scanPython(text, 0).broken, true);
  });
});
