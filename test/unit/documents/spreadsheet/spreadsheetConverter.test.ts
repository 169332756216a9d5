import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { WorkBook } from '@e965/xlsx';
import { utils, write } from '@e965/xlsx';
import { spreadsheetConverter } from '../../../../runtime/documents/spreadsheet/spreadsheetConverter.ts';
import { compoundFile } from '../../../fakes/compoundFile.ts';
import { convertWith, isProblem, sourceOf } from '../../../fakes/convertWith.ts';
import { zipFile } from '../../../fakes/officeFiles.ts';

const fixture = (name: string): Uint8Array =>
  readFileSync(new URL(`../../../fixtures/documents/${name}`, import.meta.url));
const convert = (name: string, bytes: Uint8Array = fixture(name)) =>
  convertWith(spreadsheetConverter, name, bytes);

function workbook(
  rows: readonly (readonly unknown[])[],
  bookType: 'xlsx' | 'xlsb' | 'xlml' = 'xlsx',
): Uint8Array {
  const book: WorkBook = utils.book_new(utils.aoa_to_sheet(rows.map((row) => [...row])), 'Data');
  return new Uint8Array(write(book, { type: 'buffer', bookType }) as Buffer);
}

describe('spreadsheetConverter on a file of openpyxl', () => {
  it('names every sheet with its state and range, and the defined names', async () => {
    const { format, text } = await convert('odd.xlsx');
    assert.equal(format, 'xlsx');
    assert.ok(
      text.startsWith(
        [
          '# odd.xlsx',
          '',
          'Workbook with 4 sheets:',
          '1. Main | odd, A1:G5',
          '2. Very secret (very hidden: only a macro can show it), B2',
          '3. Side (hidden), A1',
          '4. Empty, empty',
          '',
          "Defined names: TaxRate = 'Main | odd'!$B$2",
        ].join('\n'),
      ),
      text,
    );
  });
  it('never shows a formula that was not calculated as zero', async () => {
    const { text } = await convert('odd.xlsx');
    assert.match(text, /\| 2 \| Bolt \\\| M6 .* \| =B2\*C2 \(not calculated\) \|/);
    assert.match(text, /- D2:D3: =B2\*C2, filled down \(not calculated\)/);
  });
  it('shows fills, theme colours resolved, also of empty cells', async () => {
    const { text } = await convert('odd.xlsx');
    assert.match(text, /M6 \{fill #00FF00\} \|/);
    assert.match(text, /Nut<br>M6 \{fill #B9CDE5\}/);
    assert.match(text, /\| \{fill #FF0000\} \|/);
    assert.match(text, /Fills: #00FF00 \(green\) in 1 cell, #FF0000 \(red\) in 1 cell/);
  });
  it('keeps codes with leading zeros', async () => {
    const { text } = await convert('odd.xlsx');
    assert.match(text, /\| 1 \| Item .* 007 \|/);
    assert.match(text, /\| 00042 \|/);
  });
  it('gives comments, links, hidden rows and columns, and hidden sheets', async () => {
    const { text } = await convert('odd.xlsx');
    assert.match(text, /Comments:\n- B2 \(Ann\): Price of 2024/);
    assert.match(text, /Links:\n- A5: https:\/\/example\.org\/total/);
    assert.match(text, /Hidden rows, included here: 3\./);
    assert.match(text, /Hidden columns, included here: C\./);
    assert.match(text, /## Sheet 2: Very secret .*\n\n\| row \| B \|\n.*\n\| 2 \| deep \|/);
  });
  it('says that conditional formatting is not shown', async () => {
    assert.deepEqual((await convert('odd.xlsx')).lost, [
      'Colours set by conditional formatting are not shown (in 1 sheet).',
    ]);
  });
});

describe('spreadsheetConverter on a file with cached values', () => {
  it('writes dates, times and durations so that programs can read them', async () => {
    const { text } = await convert('cached.xlsx');
    assert.match(
      text,
      /\| 2 \| 2025-01-01T13:30 \| 14:05:01 \| 30:00 \| 33% \(33\.33333333%\) \| €1,234\.50 \| 0\.3 \| 0\.6 \| FALSE \| #DIV\/0! \|/,
    );
    assert.match(text, /\| 10 \| 2025-02-01 \| -1500 \| 12345678901234 \|/);
  });
  it('names a filled-down formula once, with its value', async () => {
    assert.match(
      (await convert('cached.xlsx')).text,
      /- G2:G6: =F2\*2, filled down; G2 -> 0\.6\n- I2: =1\/0 -> #DIV\/0!/,
    );
  });
  it('marks merged cells', async () => {
    const { text } = await convert('cached.xlsx');
    assert.match(text, /Merged cells: A8:C9\./);
    assert.match(text, /\| 8 \| merged note \| < \| < \|/);
  });
  it('says that charts are left out', async () => {
    assert.match((await convert('cached.xlsx')).lost.join(), /^2 charts left out/);
  });
});

describe('spreadsheetConverter on other formats', () => {
  it('reads XLS: code page, 1904 dates, fills, hidden sheets', async () => {
    const { format, text } = await convert('old.xls');
    assert.equal(format, 'xls');
    assert.match(text, /\| 1 \| Größe \{fill #FF0000\} \| Datum \|/);
    assert.match(text, /\| 2 \| 17\.5 \| 2024-02-29 \| =A2\*2 \(not calculated\) \|/);
    assert.match(text, /2\. Versteckt \(hidden\), A1/);
  });
  it('reads ODS with its dates', async () => {
    const { format, text } = await convert('values.ods');
    assert.equal(format, 'ods');
    assert.match(text, /\| 2 \| Äpfel \| 2\.5 \| 2025-03-01 \|/);
  });
  it('reads XLSB', async () => {
    const { format, text } = await convert('x.xlsb', workbook([['a', 1.5]], 'xlsb'));
    assert.equal(format, 'xlsb');
    assert.match(text, /\| 1 \| a \| 1\.5 \|/);
  });
  it('is sure of its formats and of nothing else', () => {
    for (const name of ['odd.xlsx', 'old.xls', 'values.ods']) {
      assert.equal(spreadsheetConverter.recognise(sourceOf('x', fixture(name))), 1, name);
    }
    assert.equal(spreadsheetConverter.recognise(sourceOf('x.xlsx', 'a,b')), 0);
    assert.equal(spreadsheetConverter.recognise(sourceOf('x.xlsx', zipFile({ a: 'b' }))), 0);
  });
});

describe('spreadsheetConverter on large and odd sheets', () => {
  it('takes a cell at the far corner in its stride', async () => {
    const start = performance.now();
    const { text } = await convert('sparse.xlsx');
    assert.ok(performance.now() - start < 2000);
    assert.match(
      text,
      /\| row \| A \| XFD \|\n.*\n\| 1 \| first \| {2}\|\n\| 1048576 \| {2}\| last \|/,
    );
  });
  it('lists the cells of a sheet that would be mostly bars', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => {
      const row: unknown[] = [];
      row[index] = `d${index}`;
      return row;
    });
    const { text } = await convert('x.xlsx', workbook(rows));
    assert.match(text, /sparse, so its cells are listed one by one\.\n- A1: d0\n- B2: d1\n/);
    assert.ok(text.length < 2000);
  });
  it('cuts a long sheet after a whole row and says so', async () => {
    const rows = Array.from({ length: 40_000 }, (_, index) => [
      index,
      'text of some length '.repeat(3),
    ]);
    const { text, lost } = await convert('x.xlsx', workbook(rows));
    assert.ok(text.length <= 2_100_000);
    assert.match(lost.join(), /^Sheet Data: Rows from \d+ to 40000 are cut/);
    const first = Number(/from (\d+)/.exec(lost.join())?.[1]);
    assert.ok(text.includes(`| ${first - 1} | ${first - 2} |`));
    assert.ok(!text.includes(`\n| ${first} |`));
  });
  it('gives later sheets a share even after a long one', async () => {
    const book = utils.book_new();
    const long = Array.from({ length: 40_000 }, (_, index) => [
      index,
      'text of some length '.repeat(3),
    ]);
    utils.book_append_sheet(book, utils.aoa_to_sheet(long), 'Long');
    utils.book_append_sheet(book, utils.aoa_to_sheet([['the answer', 42]]), 'Last');
    const { text } = await convert(
      'x.xlsx',
      new Uint8Array(write(book, { type: 'buffer' }) as Buffer),
    );
    assert.match(text, /\| 1 \| the answer \| 42 \|/);
    assert.match(text, /Read one sheet alone by its name: inspect_file_as_text\("x\.xlsx\/Last"\)/);
  });
  it('finds all 0.1 + 0.2 sums equal to 0.3', async () => {
    assert.match(
      (await convert('x.xlsx', workbook([[0.1 + 0.2, 1e21, -5, 1234567.891]]))).text,
      /\| 1 \| 0\.3 \| 1e\+21 \| -5 \| 1234567\.891 \|/,
    );
  });
});

describe('spreadsheetConverter.openMember', () => {
  const never = new AbortController().signal;
  it('gives one sheet by its name, whatever the case', async () => {
    const source = sourceOf('odd.xlsx', fixture('odd.xlsx'));
    const member = await spreadsheetConverter.openMember?.(source, 'side', never);
    assert.equal(member?.name, 'odd.xlsx/Side.md');
    const text = Buffer.from(member.bytes).toString('utf8');
    assert.match(text, /^# Sheet Side \(hidden\) of odd\.xlsx\n\n\| row \| A \|/);
  });
  it('names the sheets when there is none of that name', async () => {
    const opened = spreadsheetConverter.openMember?.(
      sourceOf('odd.xlsx', fixture('odd.xlsx')),
      'Nope',
      never,
    );
    await assert.rejects(
      opened ?? Promise.resolve(),
      isProblem('no-member', /no sheet "Nope".*"Side", "Empty"/),
    );
  });
});

describe('spreadsheetConverter on files it cannot read', () => {
  it('says that a workbook is damaged', async () => {
    const broken = zipFile({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': 'no xml' });
    await assert.rejects(
      convert('x.xlsx', broken),
      isProblem('corrupt', /x\.xlsx cannot be read as a spreadsheet/),
    );
  });
  it('refuses a bomb before the library unpacks it', async () => {
    const bomb = zipFile({
      '[Content_Types].xml': '<Types/>',
      'xl/workbook.xml': '<workbook/>',
      'xl/worksheets/sheet1.xml': new Uint8Array(30_000_000),
    });
    await assert.rejects(
      convert('x.xlsx', bomb),
      isProblem('too-large', /sheet1\.xml would unpack/),
    );
  });
  it('says that an XLS file with garbage in it is damaged', async () => {
    await assert.rejects(
      convert('x.xls', compoundFile({ Workbook: 'garbage' })),
      isProblem('corrupt', /damaged/),
    );
  });
});
