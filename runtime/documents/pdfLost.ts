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

function lostScans(scans: ReadonlyMap<number, ScannedPage>, { recogniser }: ScanReader): string[] {
  const read: number[] = [];
  const unread = new Map<string, number[]>();
  for (const [number, page] of scans) {
    if (page.kind === 'read') read.push(number);
    if (page.kind !== 'unread') continue;
    unread.set(page.reason, [...(unread.get(page.reason) ?? []), number]);
  }
  const lost = [...unread].map(
    ([reason, numbers]) => `${pagesText(numbers)}: scanned and not read (${reason}).`,
  );
  if (read.length === 0 || recogniser === null) return lost;
  const sentence = `scanned and read by OCR (${recogniser.language}), so letters and digits may be wrong.`;
  return [`${pagesText(read)}: ${sentence}`, ...lost];
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
