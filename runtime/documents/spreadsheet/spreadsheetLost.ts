// What a workbook holds that its text does not: rules that colour cells, charts, pictures, macros. Found by the parts of
// the file, since the library passes them over.
import type { WorkBook } from '@e965/xlsx';
import * as z from 'zod';

/** The library keeps the raw parts under names such as `xl/charts/chart1.xml`. */
const RawParts = z.record(
  z.string(),
  z.looseObject({ content: z.instanceof(Uint8Array).optional() }),
);

const conditionalFormatting = Buffer.from('<conditionalFormatting');

/** One sentence for each kind of thing that was left out. */
export function lostFromWorkbook(book: WorkBook): string[] {
  const parts = RawParts.safeParse('files' in book ? book.files : undefined);
  if (!parts.success) return [];
  const names = Object.keys(parts.data);
  const count = (pattern: RegExp): number => names.filter((name) => pattern.test(name)).length;
  const lost: string[] = [];
  const conditional = sheetsWithRules(parts.data);
  if (conditional > 0) {
    lost.push(
      `Colours set by conditional formatting are not shown (in ${plural(conditional, 'sheet')}).`,
    );
  }
  const things: readonly (readonly [RegExp, string])[] = [
    [/^xl\/charts\/chart\d*\.xml$/, 'chart'],
    [/^xl\/media\//, 'picture'],
    [/^xl\/pivotTables\/pivotTable/, 'pivot table definition'],
  ];
  for (const [pattern, noun] of things) {
    const found = count(pattern);
    if (found > 0)
      lost.push(`${plural(found, noun)} left out; the cells that they show are in the sheets.`);
  }
  if (names.includes('xl/vbaProject.bin')) lost.push('The macros (VBA) are left out.');
  return lost;
}

function sheetsWithRules(
  parts: Readonly<Record<string, { content?: Uint8Array | undefined }>>,
): number {
  return Object.entries(parts).filter(
    ([name, { content }]) =>
      /^xl\/worksheets\/[^/]+\.xml$/.test(name) &&
      content !== undefined &&
      Buffer.from(content.buffer, content.byteOffset, content.length).includes(
        conditionalFormatting,
      ),
  ).length;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
