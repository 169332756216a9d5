// Pages without text of their own: finds the scanned ones and reads them by OCR within a limit of pages and time.
import { errorMessage } from '../../support/errors.ts';
import { PdfRenderer } from './pdfRender.ts';
import type { TextRecogniser } from '../picture/textRecogniser.ts';

/** A page with fewer letters than this has no text of its own; a page number alone does not count. */
export const minLetters = 20;

export interface ScanLimits {
  /** Scanned pages read by OCR in one file; a page takes about five seconds. */
  readonly maxPages: number;
  /** No further scanned page is begun after this much time. */
  readonly milliseconds: number;
  /** No further page is read at all after this much time. */
  readonly readMilliseconds: number;
}

export type ScannedPage =
  | { readonly kind: 'blank' }
  | { readonly kind: 'read'; readonly text: string; readonly confidence: number }
  | {
      readonly kind: 'unread';
      /** Half a sentence: `no OCR engine is switched on`. */
      readonly reason: string;
    };

export interface ScanReader {
  readonly recogniser: TextRecogniser | null;
  /** Milliseconds of a clock that never jumps. */
  readonly now: () => number;
  readonly limits: ScanLimits;
}

/**
 * Looks at the pages of the given numbers, which have no text. A page that cannot be drawn or read is unread and does not
 * cost the rest of the file.
 */
export async function readScannedPages(
  bytes: Uint8Array,
  pageNumbers: readonly number[],
  reader: ScanReader,
  signal: AbortSignal,
): Promise<Map<number, ScannedPage>> {
  if (pageNumbers.length === 0) return new Map();
  const renderer = await openRenderer(bytes);
  if (renderer === null) {
    const reason = 'the file is damaged and its pages cannot be drawn';
    return new Map(pageNumbers.map((number) => [number, { kind: 'unread', reason }]));
  }
  try {
    return await readWith(renderer, pageNumbers, reader, signal);
  } finally {
    renderer.close();
  }
}

async function openRenderer(bytes: Uint8Array): Promise<PdfRenderer | null> {
  try {
    return await PdfRenderer.open(bytes);
  } catch {
    return null;
  }
}

async function readWith(
  renderer: PdfRenderer,
  pageNumbers: readonly number[],
  { recogniser, now, limits }: ScanReader,
  signal: AbortSignal,
): Promise<Map<number, ScannedPage>> {
  const pages = new Map<number, ScannedPage>();
  const started = now();
  let tried = 0;
  for (const number of pageNumbers) {
    signal.throwIfAborted();
    const isInLimits = tried < limits.maxPages && now() - started < limits.milliseconds;
    if (!renderer.hasDrawing(number)) {
      pages.set(number, { kind: 'blank' });
    } else if (recogniser === null) {
      pages.set(number, { kind: 'unread', reason: 'no OCR engine is switched on' });
    } else if (!isInLimits) {
      pages.set(number, { kind: 'unread', reason: limitReason(limits) });
    } else {
      tried += 1;
      pages.set(number, await readPage(renderer, number, recogniser, signal));
    }
  }
  return pages;
}

async function readPage(
  renderer: PdfRenderer,
  number: number,
  recogniser: TextRecogniser,
  signal: AbortSignal,
): Promise<ScannedPage> {
  try {
    const found = await recogniser.recognise(await renderer.draw(number), signal);
    return { kind: 'read', ...found };
  } catch (error) {
    signal.throwIfAborted();
    return { kind: 'unread', reason: `OCR failed: ${errorMessage(error)}` };
  }
}

function limitReason({ maxPages, milliseconds }: ScanLimits): string {
  return `at most ${maxPages} scanned pages are read at once, for up to ${milliseconds / 1000} s; ask for these pages alone`;
}
