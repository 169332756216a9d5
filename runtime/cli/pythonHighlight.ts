// Colours Python for a terminal, line by line while the code streams in. It need not understand Python, only look right.
import type { Paint, Palette } from './colour.ts';

const keywords = new Set(
  `False None True and as assert async await break case class continue def del elif else except finally for from global
  if import in is lambda match nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

const token =
  /(?<comment>#.*)|(?<string>[rbfuRBFU]{0,2}(?:"""|'''|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?))|(?<number>\b\d[\w.]*)|(?<word>[\p{L}_][\p{L}\p{N}_]*)(?<call>\s*\()?/gu;

/** Remembers between lines whether a triple-quoted string is open. */
export class PythonHighlight {
  readonly #palette: Palette;
  #openQuote: string | null = null;

  constructor(palette: Palette) {
    this.#palette = palette;
  }

  line(text: string): string {
    if (this.#openQuote === null) return this.#code(text);
    const end = text.indexOf(this.#openQuote);
    if (end < 0) return this.#palette.literal(text);
    const after = end + this.#openQuote.length;
    this.#openQuote = null;
    return this.#palette.literal(text.slice(0, after)) + this.#code(text.slice(after));
  }

  #code(text: string): string {
    let painted = '';
    let last = 0;
    token.lastIndex = 0;
    for (let match = token.exec(text); match !== null; match = token.exec(text)) {
      painted += text.slice(last, match.index);
      const groups = match.groups ?? {};
      const quote = /("""|''')$/.exec(groups['string'] ?? '')?.[1];
      if (quote !== undefined) {
        const start = match.index;
        this.#openQuote = quote;
        const opening = match[0].length;
        return painted + this.#string(text.slice(start), opening);
      }
      painted += this.#paint(match[0], groups);
      last = match.index + match[0].length;
    }
    return painted + text.slice(last);
  }

  /** The rest of a line from a triple quote on. */
  #string(text: string, opening: number): string {
    const rest = this.line(text.slice(opening));
    return this.#palette.literal(text.slice(0, opening)) + rest;
  }

  #paint(text: string, groups: Readonly<Record<string, string | undefined>>): string {
    const { comment, string, number, word, call } = groups;
    if (comment !== undefined) return this.#palette.comment(text);
    if (string !== undefined || number !== undefined) return this.#palette.literal(text);
    const suffix = call ?? '';
    return this.#word(word ?? '', suffix !== '')(word ?? '') + suffix;
  }

  #word(word: string, called: boolean): Paint {
    if (keywords.has(word)) return this.#palette.keyword;
    return called ? this.#palette.call : (text) => text;
  }
}
