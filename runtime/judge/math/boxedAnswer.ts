// The answer that stands in a box, as solutions of mathematical data sets and models give it: `\boxed{...}` or `\fbox{...}`. Pure.

const boxes = /\\(?:boxed|fbox)\s*\{|\\boxed\s+(?=[^{\s])/g;

/** What the last box holds; null without one, or when it is never closed. */
export function boxedAnswer(text: string): string | null {
  const last = [...text.matchAll(boxes)].at(-1);
  if (last === undefined) return null;
  const start = last.index + last[0].length;
  if (!last[0].endsWith('{')) return /^[^\s$]+/.exec(text.slice(start))?.[0] ?? null;
  const end = closingBrace(text, start);
  return end === null ? null : text.slice(start, end).trim();
}

/** Of the group that was opened just before `start`; a brace after a backslash is text. */
function closingBrace(text: string, start: number): number | null {
  let depth = 1;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return null;
}
