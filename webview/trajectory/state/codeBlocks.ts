// Code that is being written, in blocks of lines: only the last block grows, so only it is coloured and drawn again. A block
// that begins inside a triple-quoted string knows it, so that it is coloured as one. Pure.

export const blockLines = 40;

export interface CodeBlock {
  readonly lines: readonly string[];
  /** The quotes of a string that began before; empty for none. */
  readonly openQuote: string;
}

export function appendLine(blocks: readonly CodeBlock[], line: string): readonly CodeBlock[] {
  const last = blocks.at(-1);
  if (last === undefined) return [{ lines: [line], openQuote: '' }];
  if (last.lines.length === blockLines) {
    return [...blocks, { lines: [line], openQuote: quoteAfter(last) }];
  }
  return blocks.with(-1, { ...last, lines: [...last.lines, line] });
}

export function linesOf(blocks: readonly CodeBlock[]): string[] {
  return blocks.flatMap(({ lines }) => lines);
}

/** Quotes in comments and in other strings are taken for what they look like: this is for colours only. */
function quoteAfter({ lines, openQuote }: CodeBlock): string {
  let open = openQuote;
  for (const [quote] of lines.join('\n').matchAll(/"""|'''/g)) {
    if (open === '') open = quote;
    else if (open === quote) open = '';
  }
  return open;
}
