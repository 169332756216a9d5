import assert from 'node:assert/strict';
import { plainPalette, type Paint } from '../../../runtime/cli/colour.ts';
import { PythonHighlight } from '../../../runtime/cli/pythonHighlight.ts';

const tag =
  (name: string): Paint =>
  (text) =>
    text === '' ? '' : `<${name}:${text}>`;
const tags = {
  ...plainPalette,
  keyword: tag('k'),
  literal: tag('s'),
  comment: tag('c'),
  call: tag('f'),
};

function highlight(code: string): string {
  const python = new PythonHighlight(tags);
  return code
    .split('\n')
    .map((line) => python.line(line))
    .join('\n');
}

describe('PythonHighlight', () => {
  const cases: [string, string, string][] = [
    ['keywords and calls', 'for x in f(y):', '<k:for> x <k:in> <f:f>(y):'],
    ['numbers', 'x = 1_000 + 0x1F + 2.5e3', 'x = <s:1_000> + <s:0x1F> + <s:2.5e3>'],
    [
      'strings with escapes',
      String.raw`a = 'it\'s' + f"{x}"`,
      String.raw`a = <s:'it\'s'> + <s:f"{x}">`,
    ],
    ['comments, but not in strings', "a = '#' # note", "a = <s:'#'> <c:# note>"],
    ['names that hold keywords', 'format_in = information', 'format_in = information'],
    ['names in other scripts', 'größe = länge(x)', 'größe = <f:länge>(x)'],
    ['a string that is not closed', "print('oops", "<f:print>(<s:'oops>"],
    [
      'triple quotes over lines',
      'x = """one\nfor two\n""" + y # end',
      'x = <s:"""><s:one>\n<s:for two>\n<s:"""> + y <c:# end>',
    ],
    [
      'triple quotes on one line',
      "x = '''a''' if b else 1",
      "x = <s:'''><s:a'''> <k:if> b <k:else> <s:1>",
    ],
  ];
  for (const [name, code, expected] of cases) {
    it(name, () => assert.equal(highlight(code), expected));
  }

  it('changes nothing but colours', () => {
    const python = new PythonHighlight(plainPalette);
    const code = `def f(x: str = """a""") -> int:\n\treturn x['k'] @ 3 # ok`;
    assert.equal(
      code
        .split('\n')
        .map((line) => python.line(line))
        .join('\n'),
      code,
    );
  });
});
