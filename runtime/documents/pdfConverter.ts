// PDF to Markdown: properties and outline first, then page by page the text laid out in columns, form values, notes and
// links, each page under a mark. Scanned pages are read by OCR within limits and named either way.
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Converter, DocumentSource, DocumentText } from './document.ts';
import { describeAnnotations } from './pdfAnnotations.ts';
import { openPdf } from './pdfDocument.ts';
import { layOutPage } from './pdfLayout.ts';
import { lostOfPdf } from './pdfLost.ts';
import { readPageText } from './pdfPage.ts';
import { describePdf } from './pdfProperties.ts';
import type { ScannedPage, ScanReader } from './pdfScans.ts';
import { minLetters, readScannedPages } from './pdfScans.ts';

interface PdfPage {
  readonly number: number;
  readonly body: string;
  readonly extras: readonly string[];
}

export function pdfConverter(scanReader: ScanReader): Converter {
  return {
    format: 'pdf',
    recognise: ({ bytes }) => (hasPdfHeader(bytes) ? 1 : 0),
    convert: (source, { signal }) => convertPdf(source, scanReader, signal),
  };
}

/** The header may stand after other bytes, within the first 1,024. */
function hasPdfHeader(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
}

async function convertPdf(
  source: DocumentSource,
  scanReader: ScanReader,
  signal: AbortSignal,
): Promise<DocumentText> {
  const document = await openPdf(source);
  try {
    const head = await describePdf(document);
    const pages = await readPages(document, signal);
    const empty = pages.filter(
      ({ body, extras }) => countLetters(body + extras.join('')) < minLetters,
    );
    const scans = await readScannedPages(
      source.bytes,
      empty.map((page) => page.number),
      scanReader,
      signal,
    );
    const text = [...head, ...pages.map((page) => renderPage(page, pages.length, scans))];
    const lost = lostOfPdf(source.bytes, scans, scanReader);
    return { format: 'pdf', text: text.join('\n\n'), lost };
  } finally {
    await document.loadingTask.destroy();
  }
}

async function readPages(document: PDFDocumentProxy, signal: AbortSignal): Promise<PdfPage[]> {
  const pages: PdfPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    signal.throwIfAborted();
    pages.push(await readPage(document, number));
  }
  return pages;
}

/** A damaged page is told and left out; the others are still worth reading. */
async function readPage(document: PDFDocumentProxy, number: number): Promise<PdfPage> {
  try {
    const page = await document.getPage(number);
    const { pieces, turned, width } = await readPageText(page);
    const extras = await describeAnnotations(page);
    if (turned.length > 0) extras.push(`Turned text on this page: ${turned.join(' | ')}`);
    page.cleanup();
    return { number, body: layOutPage(pieces, width), extras };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { number, body: '', extras: [`[This page is damaged and cannot be read: ${reason}]`] };
  }
}

function renderPage(
  page: PdfPage,
  pageCount: number,
  scans: ReadonlyMap<number, ScannedPage>,
): string {
  const scan = scans.get(page.number);
  const mark = `## Page ${page.number} of ${pageCount}`;
  const body = [page.body, ...scanLines(scan), page.extras.join('\n')].filter(
    (part) => part !== '',
  );
  const remark = scan?.kind === 'blank' && body.length > 0 ? '' : scanMark(scan);
  return [mark + remark, ...body].join('\n\n');
}

function scanMark(scan: ScannedPage | undefined): string {
  if (scan?.kind === 'blank') return ' (blank)';
  if (scan?.kind === 'unread') return ' (scanned; not read)';
  if (scan?.kind !== 'read') return '';
  return ` (scanned; read by OCR, confidence ${Math.round(scan.confidence)} %)`;
}

function scanLines(scan: ScannedPage | undefined): string[] {
  if (scan?.kind !== 'read') return [];
  return [scan.text === '' ? '[OCR found no text on this page.]' : scan.text];
}

function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
