// What a PDF loses on its way to text: pages that were only guessed at or not read, and pictures.
import type { ScannedPage, ScanReader } from './pdfScans.ts';

/** Sentences for DocumentText.lost. `scans` holds the pages that had no text of their own. */
export function lostOfPdf(
  bytes: Uint8Array,
  scans: ReadonlyMap<number, ScannedPage>,
  scanReader: ScanReader,
): string[] {
  return [...lostScans(scans, scanReader), ...lostPictures(bytes, scans)];
}

function lostScans(
  scans: ReadonlyMap<number, ScannedPage>,
  { recogniser, limits }: ScanReader,
): string[] {
  const numbersOf = (kind: ScannedPage['kind']): number[] =>
    [...scans].filter(([, page]) => page.kind === kind).map(([number]) => number);
  const lost: string[] = [];
  const read = numbersOf('read');
  if (read.length > 0 && recogniser !== null) {
    lost.push(
      `${pagesText(read)}: scanned and read by OCR (${recogniser.language}), so letters and digits may be wrong.`,
    );
  }
  const unread = numbersOf('unread');
  if (unread.length > 0) {
    const reason =
      recogniser === null
        ? 'no OCR engine is switched on'
        : `at most ${limits.maxPages} scanned pages of a file are read, for up to ${limits.milliseconds / 1000} s`;
    lost.push(`${pagesText(unread)}: scanned and not read (${reason}).`);
  }
  return lost;
}

/** Picture streams are never packed into other streams, so their dictionaries can be counted in the raw bytes. */
function lostPictures(bytes: Uint8Array, scans: ReadonlyMap<number, ScannedPage>): string[] {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const pictures = raw.match(/\/Subtype\s*\/Image\b/g)?.length ?? 0;
  const scanned = [...scans.values()].filter((page) => page.kind !== 'blank').length;
  const left = pictures - scanned;
  if (left <= 0) return [];
  return [`${left === 1 ? 'One picture is' : `${left} pictures are`} not part of the text.`];
}

function pagesText(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? 'Page' : 'Pages'} ${ranges(numbers).join(', ')}`;
}

function ranges(numbers: readonly number[]): string[] {
  const found: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const open = found.at(-1);
    if (open !== undefined && number === open.last + 1) open.last = number;
    else found.push({ first: number, last: number });
  }
  return found.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));
}
