// Reads XML text into a tree, in one pass. Written for the XML inside office files: no DTD is processed and no entity but
// the five built-in ones and character references is replaced, so no document can make the text grow.

export interface XmlElement {
  /** Local name, without prefix. */
  readonly name: string;
  /** Keyed by the name as written, with its prefix: `id` and `r:id` stand side by side in office files. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlNode[];
}
export type XmlNode = XmlElement | string;

/** Elements may nest this deep; real documents stay far below. */
const maxDepth = 500;

const builtIn: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

const tagName = /<([^\s/>"'=<]+)/y;
const attributeName = /\s+([^\s=/>"']+)\s*=\s*["']/y;
const tagEnd = /\s*(\/?)>/y;

/**
 * The root element.
 * @throws SyntaxError for text that is not well-formed
 */
export function readXml(text: string): XmlElement {
  const reader = new XmlReader(text);
  return reader.read();
}

class XmlReader {
  readonly #text: string;
  #at = 0;
  readonly #root: XmlElement = { name: '', attributes: {}, children: [] };
  /** The elements that are open, outermost first, each with its name as written. */
  readonly #open: { readonly element: XmlElement; readonly tag: string }[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(): XmlElement {
    while (this.#at < this.#text.length) {
      const less = this.#text.indexOf('<', this.#at);
      this.#addText(this.#text.slice(this.#at, less === -1 ? undefined : less));
      if (less === -1) break;
      this.#at = less;
      this.#readMarkup();
    }
    const unclosed = this.#open.at(-1);
    if (unclosed !== undefined) throw new SyntaxError(`<${unclosed.tag}> is not closed`);
    const root = this.#root.children.find((node) => typeof node !== 'string');
    if (root === undefined) throw new SyntaxError('there is no element');
    return root;
  }

  get #parent(): XmlElement {
    return this.#open.at(-1)?.element ?? this.#root;
  }

  #readMarkup(): void {
    const text = this.#text;
    const second = text[this.#at + 1];
    if (second === '/') this.#closeElement();
    else if (second === '?') this.#skipPast('?>');
    else if (second !== '!') this.#openElement();
    else if (text.startsWith('<!--', this.#at)) this.#skipPast('-->');
    else if (text.startsWith('<![CDATA[', this.#at)) this.#readCharacterData();
    else this.#skipDoctype();
  }

  #readCharacterData(): void {
    const start = this.#at + '<![CDATA['.length;
    const end = this.#skipPast(']]>');
    this.#parent.children.push(this.#text.slice(start, end));
  }

  /** A document type may hold an internal subset in brackets. */
  #skipDoctype(): void {
    const close = this.#text.indexOf('>', this.#at);
    const bracket = this.#text.indexOf('[', this.#at);
    if (bracket !== -1 && bracket < close) this.#skipPast(']');
    this.#skipPast('>');
  }

  #closeElement(): void {
    const start = this.#at + 2;
    const tag = this.#text.slice(start, this.#skipPast('>')).trimEnd();
    const open = this.#open.pop();
    if (open?.tag !== tag) throw new SyntaxError(`</${tag}> closes <${open?.tag ?? ''}>`);
  }

  #openElement(): void {
    const tag = this.#match(tagName);
    if (tag === null) throw new SyntaxError(`a tag without a name at character ${this.#at}`);
    const attributes = this.#readAttributes();
    const end = this.#match(tagEnd);
    if (end === null) throw new SyntaxError(`<${tag}> is cut off or malformed`);
    const name = tag.slice(tag.indexOf(':') + 1);
    const element: XmlElement = { name, attributes, children: [] };
    this.#parent.children.push(element);
    if (end === '/') return;
    this.#open.push({ element, tag });
    if (this.#open.length > maxDepth)
      throw new SyntaxError(`elements nest deeper than ${maxDepth}`);
  }

  #readAttributes(): Record<string, string> {
    const attributes: Record<string, string> = {};
    for (let name = this.#match(attributeName); name !== null; name = this.#match(attributeName)) {
      const quote = this.#text[this.#at - 1] ?? '"';
      const start = this.#at;
      attributes[name] = decodeEntities(this.#text.slice(start, this.#skipPast(quote)));
    }
    return attributes;
  }

  /** The first group of a sticky pattern that matches here, moving behind it; null when it does not match. */
  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) return null;
    this.#at = pattern.lastIndex;
    return match[1] ?? '';
  }

  #addText(raw: string): void {
    if (raw !== '' && this.#open.length > 0) this.#parent.children.push(decodeEntities(raw));
  }

  /** Moves behind `mark` and returns where the mark began. */
  #skipPast(mark: string): number {
    const found = this.#text.indexOf(mark, this.#at);
    if (found === -1) throw new SyntaxError(`"${mark}" is missing after character ${this.#at}`);
    this.#at = found + mark.length;
    return found;
  }
}

function decodeEntities(raw: string): string {
  if (!raw.includes('&')) return raw;
  return raw.replace(/&(#x[\da-f]+|#\d+|\w+);/gi, (whole: string, name: string) => {
    if (!name.startsWith('#')) return builtIn[name] ?? whole;
    const hexadecimal = name[1] === 'x' || name[1] === 'X';
    const code = hexadecimal
      ? Number.parseInt(name.slice(2), 16)
      : Number.parseInt(name.slice(1), 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
