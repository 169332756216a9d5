// `pages 3-5` as a path inside a PDF, for files that are too long to be read at once.
import { DocumentError } from '../document.ts';

/** Page numbers from 1, both inside. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Reads `pages 3-5`, `page 3` and `3-5`.
 * @throws DocumentError `no-member` for any other path
 */
export function parsePageRange(name: string, member: string): PageRange {
  const parts = /^(?:pages?\s*)?(\d{1,6})(?:\s*-\s*(\d{1,6}))?$/i.exec(member.trim());
  const first = Number(parts?.[1] ?? 0);
  const last = Number(parts?.[2] ?? first);
  if (first >= 1 && last >= first) return { first, last };
  throw new DocumentError(
    'no-member',
    `${name} is a PDF and has no part "${member}". Name pages of it: '${name}/pages 3-5'.`,
  );
}

/**
 * The numbers of the range that the document has.
 * @throws DocumentError `no-member` when it has none of them
 */
export function pageNumbers(name: string, pageCount: number, range: PageRange | null): number[] {
  const { first, last } = range ?? { first: 1, last: pageCount };
  const numbers: number[] = [];
  for (let number = first; number <= Math.min(last, pageCount); number += 1) numbers.push(number);
  if (numbers.length > 0 || range === null) return numbers;
  const pages = pageCount === 1 ? 'one page' : `${pageCount} pages`;
  throw new DocumentError('no-member', `${name} has ${pages}; page ${first} does not exist.`);
}

/** `Page 4` or `Pages 1-3, 7`. */
export function describePages(numbers: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const open = ranges.at(-1);
    if (open !== undefined && number === open.last + 1) open.last = number;
    else ranges.push({ first: number, last: number });
  }
  const texts = ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));
  return `${numbers.length === 1 ? 'Page' : 'Pages'} ${texts.join(', ')}`;
}
