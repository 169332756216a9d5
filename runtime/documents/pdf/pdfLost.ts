// What a PDF loses on its way to text: pages that were only guessed at or not read, and pictures.
import { describePages } from './pdfPageRange.ts';
import type { ScannedPage, ScanReader } from './pdfScans.ts';

/** Sentences for DocumentText.lost. `scans` holds the pages that had no text of their own. */
export function lostOfPdf(
  bytes: Uint8Array,
  scans: ReadonlyMap<number, ScannedPage>,
  scanReader: ScanReader,
): string[] {
  return [...lostScans(scans, scanReader), ...lostPictures(bytes, scans)];
}

/** Pages that there was no time for. */
export function lostPages(name: string, numbers: readonly number[]): string[] {
  const [first] = numbers;
  if (first === undefined) return [];
  const advice = `Ask for them in parts: '${name}/pages ${first}-${first + 99}'.`;
  return [
    `${describePages(numbers)}: not read, since the file is too long for one call. ${advice}`,
  ];
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
    ([reason, numbers]) => `${describePages(numbers)}: scanned and not read (${reason}).`,
  );
  if (read.length === 0 || recogniser === null) return lost;
  const sentence = `scanned and read by OCR (${recogniser.language}), so letters and digits may be wrong.`;
  return [`${describePages(read)}: ${sentence}`, ...lost];
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
