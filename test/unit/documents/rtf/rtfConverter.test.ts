import assert from 'node:assert/strict';
import { rtfConverter } from '../../../../runtime/documents/rtf/rtfConverter.ts';
import { convertWith, isProblem, sourceOf } from '../../../fakes/convertWith.ts';

const convert = (
  body: string,
  head = '\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 Cyr;}{\\f2\\fcharset128 Jp;}}',
) => convertWith(rtfConverter, 'x.rtf', Buffer.from(`{\\rtf1${head}${body}}`, 'latin1'));

describe('rtfConverter', () => {
  const cases: readonly (readonly [what: string, body: string, text: string])[] = [
    ['paragraphs', 'one\\par two\\line three\\par', 'one\n\ntwo\nthree'],
    ['escaped bytes of the code page', "Gr\\'f6\\'dfe", 'Größe'],
    ['the code page of a font', "{\\f1 \\'cf\\'f0\\'e8} \\'e4", 'При ä'],
    ['characters of two bytes', "{\\f2 \\'93\\'fa\\'96\\'7b}", '日本'],
    ['Unicode with its stand-in', '\\u8364?5 \\uc2\\u12354ABx', '€5 あx'],
    ['negative Unicode numbers', '\\u-10179?\\u-8704?', '😀'],
    ['no stand-in', '{\\uc0\\u228}x', 'äx'],
    ['escaped braces and backslashes', 'a\\{b\\}\\\\c\\~d', 'a{b}\\c d'],
    ['quotes and dashes', '\\ldblquote a\\rdblquote\\emdash b', '“a”—b'],
    ['tabs', 'a\\tab b', 'a\tb'],
    [
      'destinations that it does not know',
      '{\\*\\unknown skip}a{\\info{\\title T}}b{\\stylesheet{\\s1 heading;}}',
      'ab',
    ],
    ['links by their text', '{\\field{\\*\\fldinst HYPERLINK "http://x"}{\\fldrslt here}}', 'here'],
    ['text boxes', '{\\shp{\\*\\shpinst{\\sp{\\sn x}}{\\shptxt boxed}}}', 'boxed'],
    ['deleted text left out', 'a{\\deleted gone}b', 'ab'],
    ['binary data skipped', 'a{\\pict\\bin4 }}}}}b', 'ab'],
    ['line breaks of the file ignored', 'a\nb\r\nc', 'abc'],
  ];
  for (const [what, body, text] of cases) {
    it(what, async () => assert.equal((await convert(body)).text, text));
  }
  it('writes tables, one row a line', async () => {
    const row = (...cells: string[]) =>
      `\\trowd\\cellx1\\cellx2\\intbl ${cells.map((cell) => `${cell}\\cell `).join('')}\\row`;
    const { text } = await convert(
      `before\\par ${row('a', 'b|c')}${row('1', 'x\\par y')}\\pard after\\par`,
    );
    assert.equal(text, 'before\n\n| a | b\\|c |\n| --- | --- |\n| 1 | x<br>y |\n\nafter');
  });
  it('collects notes, headers and footers', async () => {
    const { text } = await convert(
      '{\\header Top}body{\\footnote A note.} more{\\footnote Second.}\\par{\\footerl End}',
    );
    assert.equal(
      text,
      'body[1] more[2]\n\nNotes:\n[1] A note.\n[2] Second.\n\nHeaders and footers:\nTop\nEnd',
    );
  });
  it('includes hidden text and says so; counts pictures', async () => {
    const { text, lost, notes } = await convert(
      'a {\\v secret}{\\pict 8950}{\\*\\shppict{\\pict 8950}}',
    );
    assert.equal(text, 'a secret');
    assert.deepEqual(notes, ['Part of the text is formatted as hidden; it is included.']);
    assert.deepEqual(lost, ['2 pictures left out.']);
  });
  it('recognises its first bytes only', () => {
    assert.equal(rtfConverter.recognise(sourceOf('x', '{\\rtf1 a}')), 1);
    assert.equal(rtfConverter.recognise(sourceOf('x.rtf', 'plain')), 0);
  });
  it('refuses a document without text', async () => {
    await assert.rejects(convert('\\par'), isProblem('empty', /without text/));
  });
  it('survives cut and unbalanced files', async () => {
    const whole = '\\par a{\\b b}\\trowd c\\cell\\row {\\u8364? d';
    for (let end = 4; end < whole.length; end += 1) await convert(`text ${whole.slice(0, end)}`);
    assert.equal((await convert('a}}}b')).text, 'ab');
  });
});
