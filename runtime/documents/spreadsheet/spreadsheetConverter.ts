// Spreadsheets as Markdown: XLSX, XLSM, XLSB, XLS and ODS. This file reads the workbook and says what is in it; each sheet
// is written by spreadsheetSheet.ts. All use of the library's workbook stays in the spreadsheet files, so that another
// library can take its place.
import type { WorkBook } from '@e965/xlsx';
import { read, set_cptable } from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';
import { compoundKind } from '../office/compoundFile.ts';
import type { Converter, DocumentSource, DocumentText } from '../document.ts';
import { DocumentError } from '../document.ts';
import { lostFromWorkbook } from './spreadsheetLost.ts';
import { sheetText, usedRange } from './spreadsheetSheet.ts';
import { syncConverter } from '../syncConverter.ts';
import { maxTextCharacters } from '../textLimit.ts';
import { isZip, ZipArchive } from '../archive/zipArchive.ts';
import { zipKind } from '../archive/zipKind.ts';

type SpreadsheetKind = 'xlsx' | 'xlsm' | 'xlsb' | 'xls' | 'ods';

// Old files keep text in the code page of the computer that wrote them; the tables come with the library, but apart.
set_cptable(codePages);

/** Characters that a sheet may take even when those before it have used up the document's share. */
const minSheetCharacters = 50_000;

/** A longer text is likely to be cut by its reader, who is then told how to read one sheet. */
const longCharacters = 30_000;

export const spreadsheetConverter: Converter = syncConverter({
  format: 'spreadsheet',
  recognise: (source) => (kindOf(source) === null ? 0 : 1),
  convert: convertWorkbook,
  openMember: openSheet,
});

function convertWorkbook(source: DocumentSource): DocumentText {
  const book = readWorkbook(source);
  const sheets = describeSheets(book);
  const lost = [...lostFromWorkbook(book)];
  const parts: string[] = [];
  let left = maxTextCharacters;
  for (const sheet of sheets) {
    const limit = Math.max(left, minSheetCharacters);
    const { text, cut } = sheetText(sheet.data, { is1904: usesYear1904(book), limit });
    parts.push(`## Sheet ${sheet.number}: ${sheet.title}\n\n${text}`);
    left -= text.length;
    if (cut !== null) lost.push(`Sheet ${sheet.name}: ${cut}`);
  }
  const isLong = maxTextCharacters - left > longCharacters;
  const text = [overview(source.name, book, sheets, isLong), ...parts].join('\n\n');
  return { format: kindOf(source) ?? 'xlsx', text, lost };
}

/** A sheet by its name, as a document of its own. */
function openSheet(source: DocumentSource, member: string): DocumentSource {
  const book = readWorkbook(source);
  const sheets = describeSheets(book);
  const wanted = member.trim().toLowerCase();
  const sheet = sheets.find(({ name }) => name.toLowerCase() === wanted);
  if (sheet === undefined) {
    const names = sheets.map(({ name }) => `"${name}"`).join(', ');
    const message = `${source.name} has no sheet "${member}". Its sheets: ${names}.`;
    throw new DocumentError('no-member', message);
  }
  const options = { is1904: usesYear1904(book), limit: maxTextCharacters };
  const { text, cut } = sheetText(sheet.data, options);
  const page = [`# Sheet ${sheet.title} of ${source.name}`, text, ...(cut === null ? [] : [cut])];
  return { name: `${source.name}/${sheet.name}.md`, bytes: Buffer.from(page.join('\n\n'), 'utf8') };
}

function kindOf(source: DocumentSource): SpreadsheetKind | null {
  if (compoundKind(source.bytes) === 'xls') return 'xls';
  const kind = zipKind(source);
  return kind === 'xlsx' || kind === 'xlsm' || kind === 'xlsb' || kind === 'ods' ? kind : null;
}

/** @throws DocumentError `password`, `corrupt` or `too-large` */
function readWorkbook({ name, bytes }: DocumentSource): WorkBook {
  let book: WorkBook;
  if (isZip(bytes)) checkMembers(new ZipArchive(bytes, name));
  try {
    book = read(bytes, {
      type: 'array',
      dense: true,
      cellStyles: true,
      cellNF: true,
      cellHTML: false,
      bookFiles: true,
    });
  } catch (error) {
    throw unreadable(name, error);
  }
  // The library passes over records that it cannot read, down to a book of nothing.
  if (book.SheetNames.length === 0) throw unreadable(name, new Error('it has no sheets'));
  return book;
}

function unreadable(name: string, error: unknown): DocumentError {
  const reason = error instanceof Error ? error.message : String(error);
  if (/password|encrypt/i.test(reason)) {
    const message = `${name} is protected with a password. Ask for a copy without one.`;
    return new DocumentError('password', message, { cause: error });
  }
  const message = `${name} cannot be read as a spreadsheet (${reason}); it may be damaged.`;
  return new DocumentError('corrupt', message, { cause: error });
}

/** The library knows no limit of size, and on damaged data its inflating never ends. */
function checkMembers(archive: ZipArchive): void {
  archive.verify();
  for (const member of archive.members) if (!member.isFolder) archive.read(member);
}

interface SheetEntry {
  readonly number: number;
  readonly name: string;
  /** Name with the state of a hidden sheet. */
  readonly title: string;
  readonly range: string | null;
  readonly data: WorkBook['Sheets'][string];
}

const states = ['', ' (hidden)', ' (very hidden: only a macro can show it)'];

function describeSheets(book: WorkBook): SheetEntry[] {
  const entries: SheetEntry[] = [];
  book.SheetNames.forEach((name, index) => {
    const data = book.Sheets[name];
    if (data === undefined || data['!type'] === 'chart') return;
    const state = states[book.Workbook?.Sheets?.[index]?.Hidden ?? 0] ?? '';
    entries.push({
      number: index + 1,
      name,
      title: `${name}${state}`,
      range: usedRange(data),
      data,
    });
  });
  return entries;
}

function overview(
  name: string,
  book: WorkBook,
  sheets: readonly SheetEntry[],
  isLong: boolean,
): string {
  const count = book.SheetNames.length;
  const lines = [`# ${name}`, '', `Workbook with ${count} ${count === 1 ? 'sheet' : 'sheets'}:`];
  for (const { number, title, range } of sheets)
    lines.push(`${number}. ${title}, ${range ?? 'empty'}`);
  const last = sheets.at(-1);
  if (isLong && last !== undefined && sheets.length > 1) {
    lines.push(
      '',
      `Read one sheet alone by its name: inspect_file_as_text("${name}/${last.name}").`,
    );
  }
  const names = definedNames(book);
  if (names.length > 0) lines.push('', `Defined names: ${names.join('; ')}`);
  return lines.join('\n');
}

function definedNames(book: WorkBook): string[] {
  const names = book.Workbook?.Names ?? [];
  return names
    .filter(({ Name }) => !Name.startsWith('_xlnm.'))
    .map(({ Name, Ref }) => `${Name} = ${Ref}`)
    .slice(0, 200);
}

function usesYear1904(book: WorkBook): boolean {
  return book.Workbook?.WBProps?.date1904 === true;
}
