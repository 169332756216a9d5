// Files as text beside the library that reads them, used alone in this process: what worker, layout and Markdown cost on top.
// Both files are made here, so that the figures need nothing from outside.
import * as xlsx from '@e965/xlsx';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { builtDocumentConverter } from '../fakes/documentReader.ts';
import { longReport } from '../fakes/pdfFiles.ts';
import { interleave } from './measure.ts';
import type { BenchRow } from './row.ts';

const rounds = 3;
const pages = 200;
/** Rows of ten cells that make a workbook of about 5 MB. */
const rows = 32_000;

type Bytes = Uint8Array<ArrayBuffer>;

export async function documentRows(): Promise<readonly BenchRow[]> {
  const pdf = await longReport(pages);
  const workbook = largeWorkbook();
  const megabytes = (workbook.length / 1e6).toFixed(1);
  return [
    await compare(`inspect a ${pages}-page PDF`, 'report.pdf', pdf, {
      name: 'pdf.js alone',
      read: readPdfAlone,
    }),
    await compare(`inspect a ${megabytes} MB XLSX`, 'sales.xlsx', workbook, {
      name: 'SheetJS alone',
      read: readWorkbookAlone,
    }),
  ];
}

async function compare(
  name: string,
  fileName: string,
  bytes: Bytes,
  alone: { readonly name: string; readonly read: (bytes: Bytes) => Promise<unknown> },
): Promise<BenchRow> {
  const converter = builtDocumentConverter();
  const never = new AbortController().signal;
  try {
    const [ours = NaN, library = NaN] = await interleave(rounds, [
      () => converter.convert({ name: fileName, bytes: bytes.slice(), member: null }, never),
      () => alone.read(bytes.slice()),
    ]);
    return {
      name,
      value: ours,
      unit: 'ms',
      baseline: { name: alone.name, value: library },
      aim: { text: 'within 1.3x', reached: ours <= 1.3 * library },
    };
  } finally {
    await converter.close();
  }
}

async function readPdfAlone(data: Bytes): Promise<string> {
  const task = getDocument({ data, isEvalSupported: false, verbosity: 0 });
  const document = await task.promise;
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    page.cleanup();
  }
  await task.destroy();
  return texts.join('\n');
}

/** Reads with the facts that an agent needs, formats and styles, and writes every sheet as the library's own text form. */
function readWorkbookAlone(bytes: Bytes): Promise<string> {
  const book = xlsx.read(bytes, { type: 'array', dense: true, cellStyles: true, cellNF: true });
  const texts = book.SheetNames.map((name) => {
    const sheet = book.Sheets[name];
    return sheet === undefined ? '' : xlsx.utils.sheet_to_csv(sheet);
  });
  return Promise.resolve(texts.join('\n'));
}

/** Bookings with numbers, dates, texts and one formula a row, as a business keeps them. */
function largeWorkbook(): Bytes {
  const header = ['Booking', 'Day', 'Boat', 'Customer', 'Hours', 'Rate', 'Paid', 'Note', 'Total'];
  const table: xlsx.CellObject[][] = [header.map((text) => ({ t: 's', v: text }))];
  for (let row = 1; row <= rows; row += 1) table.push(booking(row));
  const sheet: xlsx.WorkSheet = { '!ref': `A1:I${rows + 1}`, '!data': table };
  const book = xlsx.utils.book_new(sheet, 'Bookings');
  const file = xlsx.write(book, {
    type: 'array',
    bookType: 'xlsx',
    compression: true,
  }) as ArrayBuffer;
  return new Uint8Array(file);
}

function booking(row: number): xlsx.CellObject[] {
  const hours = 1 + ((row * 7) % 9);
  const rate = 14 + ((row * 13) % 45);
  return [
    { t: 'n', v: 25_000 + row },
    { t: 'n', v: 45_000 + (row % 365), z: 'yyyy-mm-dd' },
    { t: 's', v: `B${String(1 + (row % 10)).padStart(2, '0')}` },
    { t: 's', v: `Customer ${(row * 7919) % 4_999}` },
    { t: 'n', v: hours },
    { t: 'n', v: rate, z: '0.00' },
    { t: 'b', v: row % 3 === 0 },
    { t: 's', v: row % 5 === 0 ? `called at ${row % 24}:${10 + (row % 50)}` : 'none' },
    { t: 'n', v: hours * rate, f: `E${row + 1}*F${row + 1}` },
  ];
}
