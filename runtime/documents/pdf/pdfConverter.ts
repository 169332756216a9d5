// PDF to Markdown: properties and outline first, then page by page the text laid out in columns, form values, notes and
// links, each page under a mark. Scanned pages are read by OCR within limits and named either way.
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Converter, DocumentSource, DocumentText } from '../document.ts';
import { describeAnnotations } from './pdfAnnotations.ts';
import { openPdf } from './pdfDocument.ts';
import { layOutPage } from './pdfLayout.ts';
import { lostOfPdf, lostPages } from './pdfLost.ts';
import { readPageText } from './pdfPage.ts';
import type { PageRange } from './pdfPageRange.ts';
import { pageNumbers, parsePageRange } from './pdfPageRange.ts';
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
    convert: (source, { signal }) => convertPdf({ source, range: null, scanReader }, signal),
    openMember: (source, member, signal) => openPages(source, member, scanReader, signal),
  };
}

/** The header may stand after other bytes, within the first 1,024. */
function hasPdfHeader(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
}

/** `report.pdf/pages 3-5` as a document of its own. */
async function openPages(
  source: DocumentSource,
  member: string,
  scanReader: ScanReader,
  signal: AbortSignal,
): Promise<DocumentSource> {
  const range = parsePageRange(source.name, member);
  const { text, lost } = await convertPdf({ source, range, scanReader }, signal);
  const parts = [text, ...lost];
  return { name: `${source.name}/${member}.md`, bytes: Buffer.from(parts.join('\n\n'), 'utf8') };
}

interface PdfJob {
  readonly source: DocumentSource;
  /** Null for all pages. */
  readonly range: PageRange | null;
  readonly scanReader: ScanReader;
}

async function convertPdf(job: PdfJob, signal: AbortSignal): Promise<DocumentText> {
  const { source, range, scanReader } = job;
  const document = await openPdf(source);
  try {
    const numbers = pageNumbers(source.name, document.numPages, range);
    const head = range === null ? await describePdf(document) : [];
    const pages = await readPages(document, numbers, scanReader, signal);
    const scans = await readScannedPages(source.bytes, withoutText(pages), scanReader, signal);
    const text = [...head, ...pages.map((page) => renderPage(page, document.numPages, scans))];
    const unread = numbers.slice(pages.length);
    const lost = [...lostPages(source.name, unread), ...lostOfPdf(source.bytes, scans, scanReader)];
    return { format: 'pdf', text: text.join('\n\n'), lost };
  } finally {
    await document.loadingTask.destroy();
  }
}

/** Stops at the limit of time: the pages so far are worth more than none. */
async function readPages(
  document: PDFDocumentProxy,
  numbers: readonly number[],
  { now, limits }: ScanReader,
  signal: AbortSignal,
): Promise<PdfPage[]> {
  const pages: PdfPage[] = [];
  const started = now();
  for (const number of numbers) {
    signal.throwIfAborted();
    if (pages.length > 0 && now() - started > limits.readMilliseconds) break;
    pages.push(await readPage(document, number));
  }
  return pages;
}

function withoutText(pages: readonly PdfPage[]): number[] {
  return pages
    .filter(({ body, extras }) => countLetters(body + extras.join('')) < minLetters)
    .map(({ number }) => number);
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
