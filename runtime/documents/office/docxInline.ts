// The text of one Word paragraph: runs with their marks, links, fields, notes, equations, tracked changes and pictures.
// Charts, diagrams and text boxes that hang on the paragraph are handed back apart.
import { altText, graphicTexts, holds } from './officeDrawing.ts';
import { mathText } from './officeMath.ts';
import type { OfficePackage } from './officePackage.ts';
import type { XmlElement } from '../markup/xmlReader.ts';
import {
  attributeOf,
  childOf,
  childrenOf,
  descendantsOf,
  relationOf,
  textOf,
} from '../markup/xmlTree.ts';

/** What was met on the way through a document, for its notes and losses. */
export interface DocxFacts {
  hiddenText: boolean;
  insertions: number;
  deletions: number;
  pictures: number;
  objects: number;
}

export interface DocxContext {
  readonly office: OfficePackage;
  /** The part that relationships belong to. */
  readonly partPath: string;
  readonly facts: DocxFacts;
  /** Fields that are open, innermost last: only their results are text. A field may span paragraphs. */
  readonly fields: ('code' | 'result')[];
}

export interface InlineText {
  readonly text: string;
  /** Charts and diagrams, as Markdown. */
  readonly graphics: readonly string[];
  /** Contents of text boxes. */
  readonly boxes: readonly XmlElement[];
}

interface Marks {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly struck: boolean;
  /** Colour of the marker pen; empty for none. */
  readonly highlight: string;
  readonly change: '' | 'inserted' | 'deleted';
}

const noMarks: Marks = { bold: false, italic: false, struck: false, highlight: '', change: '' };

/** `plain` leaves bold and italics out, as for headings. */
export function inlineText(paragraph: XmlElement, context: DocxContext, plain = false): InlineText {
  const reader = new InlineReader(context, plain);
  reader.readChildren(paragraph, '');
  return reader.result();
}

class InlineReader {
  readonly #context: DocxContext;
  readonly #plain: boolean;
  readonly #segments: { text: string; readonly marks: Marks }[] = [];
  readonly #graphics: string[] = [];
  readonly #boxes: XmlElement[] = [];

  constructor(context: DocxContext, plain: boolean) {
    this.#context = context;
    this.#plain = plain;
  }

  result(): InlineText {
    const text = this.#segments.map(({ text: raw, marks }) => marked(raw, marks)).join('');
    return { text: text.trim(), graphics: this.#graphics, boxes: this.#boxes };
  }

  readChildren(element: XmlElement, change: Marks['change']): void {
    for (const child of childrenOf(element)) this.#read(child, change);
  }

  #read(element: XmlElement, change: Marks['change']): void {
    const { facts } = this.#context;
    switch (element.name) {
      case 'r':
        this.#readRun(element, change);
        break;
      case 'ins':
      case 'moveTo':
        facts.insertions += 1;
        this.readChildren(element, 'inserted');
        break;
      case 'del':
      case 'moveFrom':
        facts.deletions += 1;
        this.readChildren(element, 'deleted');
        break;
      case 'hyperlink':
        this.#readLink(element, change);
        break;
      case 'oMath':
        this.#add(`$${mathText(element)}$`, noMarks);
        break;
      case 'pPr':
      case 'rPr':
      case 'sdtPr':
        break;
      default:
        this.readChildren(element, change);
    }
  }

  #readLink(element: XmlElement, change: Marks['change']): void {
    const target = this.#context.office.related(
      this.#context.partPath,
      relationOf(element),
    )?.target;
    if (target === undefined) {
      this.readChildren(element, change);
      return;
    }
    const inner = inlineText(element, this.#context, true).text;
    this.#add(inner === target || inner === '' ? inner : `[${inner}](${target})`, {
      ...noMarks,
      change,
    });
  }

  #readRun(run: XmlElement, change: Marks['change']): void {
    const properties = childOf(run, 'rPr');
    if (properties !== null && isOn(properties, 'vanish')) this.#context.facts.hiddenText = true;
    const marks = marksOf(properties, change, this.#plain);
    for (const child of childrenOf(run)) this.#readRunContent(child, marks);
  }

  #readRunContent(element: XmlElement, marks: Marks): void {
    const { fields, facts } = this.#context;
    if (element.name === 'fldChar') {
      const type = attributeOf(element, 'fldCharType');
      if (type === 'begin') fields.push('code');
      else if (type === 'end') fields.pop();
      else if (fields.length > 0) fields[fields.length - 1] = 'result';
      return;
    }
    if (fields.includes('code')) return;
    const symbol = characters[element.name];
    if (symbol !== undefined) this.#add(symbol, marks);
    else if (element.name === 't' || element.name === 'delText') this.#add(textOf(element), marks);
    else if (element.name === 'sym') this.#add(symbolText(element), marks);
    else if (element.name === 'footnoteReference' || element.name === 'endnoteReference') {
      const kind = element.name === 'footnoteReference' ? '' : 'e';
      this.#add(`[^${kind}${attributeOf(element, 'id') ?? ''}]`, noMarks);
    } else if (element.name === 'commentReference') {
      this.#add(`[comment ${Number(attributeOf(element, 'id') ?? '0') + 1}]`, noMarks);
    } else if (element.name === 'drawing' || element.name === 'pict') this.#readDrawing(element);
    else if (element.name === 'object') facts.objects += 1;
  }

  #readDrawing(element: XmlElement): void {
    const { office, partPath, facts } = this.#context;
    this.#graphics.push(...graphicTexts(office, partPath, element));
    const boxes = descendantsOf(element, 'txbxContent');
    this.#boxes.push(...boxes);
    if (!holds(element, 'blip') && !holds(element, 'imagedata')) return;
    facts.pictures += 1;
    const text = altText(descendantsOf(element, 'docPr')[0] ?? null);
    this.#add(`[picture${text === '' ? '' : `: ${text}`}]`, noMarks);
  }

  #add(text: string, marks: Marks): void {
    if (text === '') return;
    const last = this.#segments.at(-1);
    if (last !== undefined && sameMarks(last.marks, marks)) last.text += text;
    else this.#segments.push({ text, marks });
  }
}

const characters: Readonly<Record<string, string>> = {
  tab: '\t',
  br: '\n',
  cr: '\n',
  noBreakHyphen: '-',
  softHyphen: '',
  ptab: '\t',
};

function symbolText(element: XmlElement): string {
  const code = Number.parseInt(attributeOf(element, 'char') ?? '', 16);
  // Symbol fonts keep their characters in a private area, from F000 on.
  return Number.isNaN(code) ? '' : String.fromCharCode(code >= 0xf000 ? code - 0xf000 : code);
}

function isOn(properties: XmlElement, name: string): boolean {
  const element = childOf(properties, name);
  if (element === null) return false;
  const value = attributeOf(element, 'val');
  return value !== '0' && value !== 'false' && value !== 'none';
}

function marksOf(properties: XmlElement | null, change: Marks['change'], plain: boolean): Marks {
  if (properties === null) return { ...noMarks, change };
  const highlight = childOf(properties, 'highlight');
  const colour = highlight === null ? 'none' : (attributeOf(highlight, 'val') ?? 'none');
  return {
    bold: !plain && isOn(properties, 'b'),
    italic: !plain && isOn(properties, 'i'),
    struck: isOn(properties, 'strike') || isOn(properties, 'dstrike'),
    highlight: colour === 'none' ? '' : colour,
    change,
  };
}

function sameMarks(a: Marks, b: Marks): boolean {
  return (
    a.bold === b.bold &&
    a.italic === b.italic &&
    a.struck === b.struck &&
    a.highlight === b.highlight &&
    a.change === b.change
  );
}

/** Marks go around the words, not around the spaces beside them. */
function marked(raw: string, { bold, italic, struck, highlight, change }: Marks): string {
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(raw) ?? [];
  if (words === '') return raw;
  let text = words;
  if (italic) text = `*${text}*`;
  if (bold) text = `**${text}**`;
  if (struck) text = `~~${text}~~`;
  if (highlight !== '') text = `{highlight ${highlight}: ${text}}`;
  if (change !== '') text = `{${change}: ${text}}`;
  return before + text + after;
}
