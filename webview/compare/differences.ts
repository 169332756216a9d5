// Which parts of two texts are in one of them only. By words where the texts are alike, by lines where they are long.
import { diffArrays } from 'diff';

/** From character `from` to before `to`. */
export type Span = readonly [from: number, to: number];

export interface Differences {
  readonly left: readonly Span[];
  readonly right: readonly Span[];
  readonly same: boolean;
}

const mostWords = 6000;
const longestEdit = 1500;

export function differences(left: string, right: string): Differences {
  if (left === right) return { left: [], right: [], same: true };
  const byWords = compareParts(wordsOf(left), wordsOf(right));
  const found = byWords ?? compareParts(linesOf(left), linesOf(right)) ?? everything(left, right);
  return {
    left: withoutSpecks(found.left, left),
    right: withoutSpecks(found.right, right),
    same: false,
  };
}

/** All of a text: it has no counterpart. */
export function wholeSpan(text: string): readonly Span[] {
  return text === '' ? [] : [[0, text.length]];
}

interface Sides {
  readonly left: readonly Span[];
  readonly right: readonly Span[];
}

/** Null when the texts are too long or too different for parts of this size. */
function compareParts(left: readonly string[], right: readonly string[]): Sides | null {
  if (left.length + right.length > mostWords) return null;
  const changes = diffArrays([...left], [...right], { maxEditLength: longestEdit });
  if (changes === undefined) return null;
  const spans: { left: Span[]; right: Span[] } = { left: [], right: [] };
  let leftAt = 0;
  let rightAt = 0;
  for (const { value, added, removed } of changes) {
    const length = value.reduce((sum, part) => sum + part.length, 0);
    if (removed) spans.left.push([leftAt, leftAt + length]);
    if (added) spans.right.push([rightAt, rightAt + length]);
    if (!added) leftAt += length;
    if (!removed) rightAt += length;
  }
  return spans;
}

function everything(left: string, right: string): Sides {
  return { left: wholeSpan(left), right: wholeSpan(right) };
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\n|[^\S\n]+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Puts spans together that only white space or a single sign parts. */
function withoutSpecks(spans: readonly Span[], text: string): readonly Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    const between = last === undefined ? null : text.slice(last[1], span[0]);
    if (last !== undefined && between !== null && /^(?:[^\S\n]*|[^\s\p{L}\p{N}])$/u.test(between)) {
      joined[joined.length - 1] = [last[0], span[1]];
    } else joined.push(span);
  }
  return joined.flatMap((span) => withoutSpace(span, text));
}

/** The parts of a span on each line, without the white space around them: indentation would show as a bar. */
function withoutSpace([from, to]: Span, text: string): readonly Span[] {
  return [...text.slice(from, to).matchAll(/\S[^\n]*\S|\S/g)].map(({ 0: part, index }): Span => {
    const start = from + index;
    return [start, start + part.length];
  });
}
