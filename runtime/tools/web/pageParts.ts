// Where the text of a web page is that somebody comes for: the part that the page calls its main one, without menus, and the day
// that the page gives itself. Only places in the source are found; what they hold is read by others.
import { Parser } from 'htmlparser2';

/** From and to, in characters of the source. */
export type Span = readonly [start: number, end: number];

export interface PageParts {
  /** Null when the page marks no part that holds most of its text. */
  readonly main: Span | null;
  /** Menus, notes and forms inside the main part, in their order, none inside another. */
  readonly asides: readonly Span[];
  /** As the page writes it; null when it does not say. */
  readonly date: string | null;
}

interface Place {
  readonly kind: 'main' | 'aside' | 'other';
  readonly name: string;
  readonly start: number;
  /** Characters of text before it in the page, links not counted. */
  readonly textBefore: number;
}

interface Candidate {
  readonly span: Span;
  readonly text: number;
}

/** A part with less text than this is a teaser. */
const minText = 200;
/** The innermost part that still holds this much of the largest one is the main part. */
const wantedShare = 0.7;

const asideNames = new Set(['nav', 'aside', 'footer', 'form', 'menu', 'dialog']);
const asideRoles = new Set(['navigation', 'complementary', 'contentinfo', 'search', 'menu']);
const mainIds = new Set(['mw-content-text', 'content', 'main', 'main-content']);
const silentNames = new Set(['script', 'style', 'noscript', 'template', 'head', 'title']);

/** Pages nest some dozens of elements. Deeper ones are broken or hostile, and the parser's time grows with the square of the depth. */
const maxDepth = 2_000;

export function pageParts(html: string): PageParts {
  const search = new PartSearch();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => search.open(name, attributes, parser.startIndex),
      onclosetag: (name) => search.close(name, parser.endIndex + 1),
      ontext: (text) => search.text(text),
    },
    { lowerCaseTags: true },
  );
  for (let at = 0; at < html.length && search.depth <= maxDepth; at += pieceCharacters) {
    parser.write(html.slice(at, at + pieceCharacters));
  }
  if (search.depth > maxDepth) return { main: null, asides: [], date: null };
  parser.end();
  return search.parts();
}

/** What is read between two looks at the depth. */
const pieceCharacters = 16_384;

class PartSearch {
  readonly #open: Place[] = [];
  readonly #candidates: Candidate[] = [];
  readonly #asides: Span[] = [];
  #silent = 0;
  #inLink = 0;
  #text = 0;
  #date: string | null = null;

  /** Elements that are open. */
  get depth(): number {
    return this.#open.length;
  }

  open(name: string, attributes: Readonly<Record<string, string>>, start: number): void {
    if (silentNames.has(name)) this.#silent += 1;
    if (name === 'a') this.#inLink += 1;
    this.#date ??= dateIn(name, attributes);
    this.#open.push({ name, kind: kindOf(name, attributes), start, textBefore: this.#text });
  }

  close(name: string, end: number): void {
    const place = this.#open.at(-1);
    if (place?.name !== name) return;
    this.#open.pop();
    if (silentNames.has(name)) this.#silent -= 1;
    if (name === 'a') this.#inLink -= 1;
    const span: Span = [place.start, end];
    if (place.kind === 'main') {
      this.#candidates.push({ span, text: this.#text - place.textBefore });
    } else if (place.kind === 'aside') {
      this.#asides.push(span);
    }
  }

  text(text: string): void {
    if (this.#silent === 0 && this.#inLink === 0) this.#text += text.trim().length;
  }

  parts(): PageParts {
    const main = this.#main();
    const isInMain = ([start, end]: Span) => main !== null && start > main[0] && end <= main[1];
    const asides = outermost(this.#asides.filter(isInMain));
    return { main, asides, date: this.#date };
  }

  #main(): Span | null {
    const most = Math.max(...this.#candidates.map(({ text }) => text), 0);
    if (most < minText) return null;
    const enough = this.#candidates.filter(({ text }) => text >= most * wantedShare);
    const [smallest] = enough.sort((a, b) => lengthOf(a.span) - lengthOf(b.span));
    return smallest?.span ?? null;
  }
}

function kindOf(name: string, attributes: Readonly<Record<string, string>>): Place['kind'] {
  const role = attributes['role'] ?? '';
  if (asideNames.has(name) || asideRoles.has(role)) return 'aside';
  const isMain =
    name === 'main' || name === 'article' || role === 'main' || mainIds.has(attributes['id'] ?? '');
  return isMain ? 'main' : 'other';
}

const dateNames = /^(article:published_time|date|dc\.date|dcterms\.date|publishdate|pubdate)$/i;

function dateIn(name: string, attributes: Readonly<Record<string, string>>): string | null {
  const text =
    name === 'meta' && dateNames.test(attributes['property'] ?? attributes['name'] ?? '')
      ? attributes['content']
      : name === 'time'
        ? attributes['datetime']
        : undefined;
  return text !== undefined && /\d{4}/.test(text) ? text.trim() : null;
}

function outermost(spans: readonly Span[]): Span[] {
  const kept: Span[] = [];
  for (const span of [...spans].sort((a, b) => a[0] - b[0])) {
    if (span[0] >= (kept.at(-1)?.[1] ?? 0)) kept.push(span);
  }
  return kept;
}

const lengthOf = ([start, end]: Span): number => end - start;
