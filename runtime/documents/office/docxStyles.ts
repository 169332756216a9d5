// The styles of a Word document, as far as they say what a paragraph is: its heading level and its list.
import type { XmlElement } from '../markup/xmlReader.ts';
import { attributeOf, childOf, childrenOf, pathOf } from '../markup/xmlTree.ts';

export interface ListPlace {
  readonly list: string;
  /** Zero-based. */
  readonly level: number;
}

export interface ParagraphStyle {
  /** 1 to 6; 0 for text. */
  readonly heading: number;
  readonly list: ListPlace | null;
  readonly isCode: boolean;
}

const plainStyle: ParagraphStyle = { heading: 0, list: null, isCode: false };

export class DocxStyles {
  readonly #elements: ReadonlyMap<string, XmlElement>;
  readonly #resolved = new Map<string, ParagraphStyle>();

  constructor(root: XmlElement | null) {
    const styles = root === null ? [] : childrenOf(root, 'style');
    this.#elements = new Map(styles.map((style) => [attributeOf(style, 'styleId') ?? '', style]));
  }

  /** What the properties of a paragraph (`w:pPr`) make of it, its style included. */
  of(properties: XmlElement | null): ParagraphStyle {
    if (properties === null) return plainStyle;
    const style = this.#style(valueOf(properties, 'pStyle') ?? '', 0);
    const level = outlineLevel(properties);
    const own = listPlace(properties);
    return {
      heading: level ?? style.heading,
      // A list of number 0 takes the paragraph out of the list of its style.
      list:
        own === null
          ? style.list
          : own.list === '0'
            ? null
            : { list: own.list === '' ? (style.list?.list ?? '') : own.list, level: own.level },
      isCode: style.isCode,
    };
  }

  #style(id: string, depth: number): ParagraphStyle {
    const known = this.#resolved.get(id);
    if (known !== undefined) return known;
    const element = this.#elements.get(id);
    if (element === undefined || depth > 20) return { ...plainStyle, heading: headingByName(id) };
    const parent = valueOf(element, 'basedOn');
    const inherited = parent === null ? plainStyle : this.#style(parent, depth + 1);
    const name = valueOf(element, 'name') ?? id;
    const properties = childOf(element, 'pPr');
    const resolved: ParagraphStyle = {
      heading:
        headingByName(name) ||
        (properties === null ? null : outlineLevel(properties)) ||
        inherited.heading,
      list: (properties === null ? null : listPlace(properties)) ?? inherited.list,
      isCode: inherited.isCode || /\b(code|preformatted|source)\b/i.test(name),
    };
    this.#resolved.set(id, resolved);
    return resolved;
  }
}

function valueOf(element: XmlElement, name: string): string | null {
  const child = childOf(element, name);
  return child === null ? null : attributeOf(child, 'val');
}

function headingByName(name: string): number {
  if (/^title$/i.test(name)) return 1;
  const level = /^heading\s*([1-9])$/i.exec(name)?.[1];
  return level === undefined ? 0 : Math.min(6, Number(level));
}

/** Level 9 means text. */
function outlineLevel(properties: XmlElement): number | null {
  const level = Number(valueOf(properties, 'outlineLvl') ?? 'NaN');
  if (Number.isNaN(level)) return null;
  return level > 8 ? 0 : Math.min(6, level + 1);
}

function listPlace(properties: XmlElement): ListPlace | null {
  const numbering = childOf(properties, 'numPr');
  if (numbering === null) return null;
  const list = pathOf(numbering, 'numId');
  return {
    list: list === null ? '' : (attributeOf(list, 'val') ?? ''),
    level: Number(valueOf(numbering, 'ilvl') ?? '0') || 0,
  };
}
