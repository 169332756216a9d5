// What a PDF says about itself: its properties and its outline, as lines of Markdown.
import * as z from 'zod';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { check } from '../../support/parseJson.ts';

const Info = z.looseObject({
  Title: z.string().optional().catch(undefined),
  Author: z.string().optional().catch(undefined),
  Subject: z.string().optional().catch(undefined),
  Keywords: z.string().optional().catch(undefined),
  CreationDate: z.string().optional().catch(undefined),
  ModDate: z.string().optional().catch(undefined),
});

/** Entries of an outline that are shown; the rest is counted. */
const maxOutlineEntries = 60;

interface OutlineNode {
  readonly title: string;
  readonly items: readonly OutlineNode[];
}

/** Blocks to stand before the first page. */
export async function describePdf(document: PDFDocumentProxy): Promise<string[]> {
  const blocks: string[] = [];
  const { info } = await document.getMetadata();
  const properties = propertyLine(info);
  if (properties !== '') blocks.push(properties);
  const outline = outlineLines(await document.getOutline());
  if (outline.length > 0) blocks.push(['Outline:', ...outline].join('\n'));
  const attached = await attachmentNames(document);
  if (attached.length > 0) blocks.push(`Attached files (not opened): ${attached.join(', ')}`);
  return blocks;
}

function propertyLine(raw: unknown): string {
  const parsed = check(Info, raw);
  if (!parsed.ok) return '';
  const { Title, Author, Subject, Keywords, CreationDate, ModDate } = parsed.value;
  const entries: [string, string | undefined][] = [
    ['Title', Title],
    ['Author', Author],
    ['Subject', Subject],
    ['Keywords', Keywords],
    ['Created', pdfDate(CreationDate)],
    ['Changed', pdfDate(ModDate)],
  ];
  return entries
    .filter(([, value]) => value !== undefined && value.trim() !== '')
    .map(([name, value]) => `${name}: ${value?.trim() ?? ''}`)
    .join(' | ');
}

/** `D:20251205094954Z` as `2025-12-05 09:49:54`; other spellings stay as they are. */
function pdfDate(text: string | undefined): string | undefined {
  const parts = /^D:(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2}))?/.exec(text ?? '');
  if (parts === null) return text;
  const [, year, month, day, hour, minute, second] = parts;
  const date = `${year ?? ''}-${month ?? ''}-${day ?? ''}`;
  return hour === undefined ? date : `${date} ${hour}:${minute ?? ''}:${second ?? ''}`;
}

function outlineLines(nodes: readonly OutlineNode[] | null): string[] {
  const lines: string[] = [];
  const visit = (items: readonly OutlineNode[], depth: number): void => {
    for (const { title, items: inner } of items) {
      lines.push(`${'  '.repeat(depth)}- ${title}`);
      visit(inner, depth + 1);
    }
  };
  visit(nodes ?? [], 0);
  const left = lines.length - maxOutlineEntries;
  return left <= 0
    ? lines
    : [...lines.slice(0, maxOutlineEntries), `- ... and ${left} more entries`];
}

async function attachmentNames(document: PDFDocumentProxy): Promise<string[]> {
  const attachments: unknown = await document.getAttachments();
  return typeof attachments === 'object' && attachments !== null ? Object.keys(attachments) : [];
}
