// Pages without text of their own: finds the scanned ones and reads them by OCR within a limit of pages and time.
import { PdfRenderer } from './pdfRender.ts';
import type { TextRecogniser } from './textRecogniser.ts';

/** A page with fewer letters than this has no text of its own; a page number alone does not count. */
export const minLetters = 20;

export interface ScanLimits {
  /** Scanned pages read by OCR in one file; a page takes about five seconds. */
  readonly maxPages: number;
  /** No further page is begun after this much time. */
  readonly milliseconds: number;
}

export type ScannedPage =
  | { readonly kind: 'blank' }
  | { readonly kind: 'read'; readonly text: string; readonly confidence: number }
  | { readonly kind: 'unread' };

export interface ScanReader {
  readonly recogniser: TextRecogniser | null;
  /** Milliseconds of a clock that never jumps. */
  readonly now: () => number;
  readonly limits: ScanLimits;
}

/** Looks at the pages of the given numbers, which have no text. */
export async function readScannedPages(
  bytes: Uint8Array,
  pageNumbers: readonly number[],
  { recogniser, now, limits }: ScanReader,
  signal: AbortSignal,
): Promise<Map<number, ScannedPage>> {
  const pages = new Map<number, ScannedPage>();
  if (pageNumbers.length === 0) return pages;
  const renderer = await PdfRenderer.open(bytes);
  const started = now();
  let read = 0;
  try {
    for (const number of pageNumbers) {
      signal.throwIfAborted();
      const inLimits = read < limits.maxPages && now() - started < limits.milliseconds;
      if (!renderer.hasDrawing(number)) {
        pages.set(number, { kind: 'blank' });
      } else if (recogniser === null || !inLimits) {
        pages.set(number, { kind: 'unread' });
      } else {
        const found = await recogniser.recognise(await renderer.draw(number), signal);
        pages.set(number, { kind: 'read', ...found });
        read += 1;
      }
    }
  } finally {
    renderer.close();
  }
  return pages;
}
