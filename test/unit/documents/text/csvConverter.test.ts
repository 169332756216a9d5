import assert from 'node:assert/strict';
import iconv from 'iconv-lite';
import { csvConverter } from '../../../../runtime/documents/text/csvConverter.ts';
import { convertWith, isProblem, sourceOf } from '../../../fakes/convertWith.ts';

const convert = (content: string | Uint8Array, name = 'x.csv') =>
  convertWith(csvConverter, name, content);

describe('csvConverter', () => {
  it('writes a table and says how the file is written', async () => {
    const { format, text, lost, notes } = await convert('a,b\n1,"x, y"\n2,z\n');
    assert.equal(format, 'csv');
    assert.equal(
      text,
      '# x.csv\n\n2 rows below the header, 2 columns; separated by commas, encoded as utf-8.\n\n| a | b |\n| --- | --- |\n| 1 | x, y |\n| 2 | z |',
    );
    assert.deepEqual([lost, notes], [[], []]);
  });
  it('reads a German export: windows-1252, semicolons, decimal commas, line ends of Windows', async () => {
    const content =
      'Name;Netto;Datum\r\nMüller & Söhne;1.284,50;01.02.2025\r\nGrün;7,25;02.02.2025\r\n';
    const { text, notes } = await convert(iconv.encode(content, 'windows-1252'));
    assert.match(
      text,
      /separated by semicolons, encoded as windows-1252\.\nNumbers with a decimal comma in: Netto\./,
    );
    assert.match(text, /\| Müller & Söhne \| 1\.284,50 \| 01\.02\.2025 \|/);
    assert.match(notes?.join() ?? '', /does not say its encoding/);
  });
  it('follows a line that states the separator', async () => {
    assert.match(
      (await convert('sep=;\na;b\n1,5;2\n')).text,
      /separated by semicolons[\s\S]*\| 1,5 \| 2 \|$/,
    );
  });
  it('sets titles before the header apart', async () => {
    const { text } = await convert('Report of May\n\nname,value\na,1\nb,2\n');
    assert.match(text, /2 rows below the header/);
    assert.match(text, /Lines before the header: Report of May\n\n\| name \| value \|/);
  });
  for (const [delimiter, name] of [
    ['\t', 'tabs'],
    ['|', 'vertical bars'],
    [';', 'semicolons'],
  ] as const) {
    it(`finds ${name}`, async () => {
      const { text } = await convert(`a${delimiter}b\n1${delimiter}2,5\n3${delimiter}4,5\n`);
      assert.match(text, new RegExp(`separated by ${name}`));
    });
  }
  it('takes tabs in a .tsv file, whatever else is in it', async () => {
    const { format, text } = await convert('a,b\tc\n1,2\t3\n', 'x.tsv');
    assert.equal(format, 'tsv');
    assert.match(text, /\| a,b \| c \|/);
  });
  it('sets a title apart that a spreadsheet padded with separators', async () => {
    const { text } = await convert('Report,,\n,,\nname,value,unit\na,1,kg\n');
    assert.match(text, /Lines before the header: Report,,/);
    assert.match(text, /1 row below the header/);
  });
  it('reads a single column', async () => {
    assert.match(
      (await convert('name\nAnn\nBob\n')).text,
      /2 rows below the header, 1 column;[\s\S]*\| Ann \|/,
    );
  });
  it('keeps line breaks inside cells', async () => {
    assert.match((await convert('a,b\n"x\ny",2\n')).text, /\| x<br>y \| 2 \|/);
  });

  describe('says what is wrong with the table', () => {
    const cases: readonly (readonly [content: string, note: RegExp])[] = [
      ['a,b\n1,"open\n2,3\n', /quote is opened in record 2 and never closed/],
      [
        'a,b\n1\n2,3\n4,5,6\n7,8\n',
        /^2 records have another number of fields than the header's 2: record 2, 4\./,
      ],
      ['a,a\n1,2\n', /column name "a" occurs more than once/],
      ['a,b,,\n1,2,3,4\n', /Several columns have no name/],
      ['a,b\n"x"y,2\n3,4\n', /Quotes stand inside unquoted values in record 2/],
    ];
    for (const [content, note] of cases) {
      it(JSON.stringify(content), async () => {
        const { notes = [] } = await convert(content);
        assert.ok(
          notes.some((sentence) => note.test(sentence)),
          notes.join('\n'),
        );
      });
    }
  });

  it('cuts a long table after whole rows', async () => {
    const { text, lost } = await convert(`id,text\n${'1,some text of a row\n'.repeat(90_000)}`);
    assert.ok(text.length < 2_001_000 && text.endsWith('| 1 | some text of a row |'));
    assert.match(lost.join(), /Only the first \d+ of 90000 rows are shown.*csv module/);
  });
  it('refuses blank lines', async () => {
    await assert.rejects(convert('\n \n'), isProblem('empty', /nothing but blank lines/));
  });
  it('recognises text with its extensions only', () => {
    assert.equal(csvConverter.recognise(sourceOf('x.csv', 'a,b')), 0.8);
    assert.equal(csvConverter.recognise(sourceOf('x.TSV', 'a\tb')), 0.8);
    assert.equal(csvConverter.recognise(sourceOf('x.txt', 'a,b')), 0);
    assert.equal(
      csvConverter.recognise(sourceOf('x.csv', Uint8Array.from([0, 1, 2, 0, 255, 3, 0, 9]))),
      0,
    );
  });
});
