// Walking an XML tree: children by name, texts, attributes. Of alternative contents only the first is kept, so that nothing
// appears twice.
import { DocumentError } from '../document.ts';
import type { XmlElement } from './xmlReader.ts';
import { readXml } from './xmlReader.ts';

/**
 * The root element.
 * @throws DocumentError `corrupt`, naming `place`, when the text is not XML
 */
export function parseXml(text: string, place: string): XmlElement {
  try {
    return withoutAlternatives(readXml(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new DocumentError(
      'corrupt',
      `${place} is not well-formed XML (${error.message}); the file may be damaged.`,
      { cause: error },
    );
  }
}

/** Child elements, of one name when it is given. */
export function childrenOf(element: XmlElement, name?: string): XmlElement[] {
  return element.children.filter(
    (node): node is XmlElement =>
      typeof node !== 'string' && (name === undefined || node.name === name),
  );
}

/** The first child of that name. */
export function childOf(element: XmlElement, name: string): XmlElement | null {
  return childrenOf(element, name)[0] ?? null;
}

/** Follows child names downwards; null where one is missing. */
export function pathOf(element: XmlElement, ...names: readonly string[]): XmlElement | null {
  let current: XmlElement | null = element;
  for (const name of names) current = current === null ? null : childOf(current, name);
  return current;
}

/** Every element of that name below this one, in document order. */
export function descendantsOf(element: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  for (const child of childrenOf(element)) {
    if (child.name === name) found.push(child);
    found.push(...descendantsOf(child, name));
  }
  return found;
}

/** All text below an element. */
export function textOf(element: XmlElement): string {
  return element.children.map((node) => (typeof node === 'string' ? node : textOf(node))).join('');
}

/** An attribute by its local name, whatever its prefix: `attributeOf(cell, 'val')` finds `w:val`. */
export function attributeOf(element: XmlElement, localName: string): string | null {
  const exact = element.attributes[localName];
  if (exact !== undefined) return exact;
  const key = Object.keys(element.attributes).find((name) => name.endsWith(`:${localName}`));
  return key === undefined ? null : (element.attributes[key] ?? null);
}

/** The id of a relationship (`r:id`, `r:embed`, `r:link`), never the plain `id` beside it. */
export function relationOf(element: XmlElement, localName = 'id'): string | null {
  const key = Object.keys(element.attributes).find((name) => name.endsWith(`:${localName}`));
  return key === undefined ? null : (element.attributes[key] ?? null);
}

/** Replaces each `mc:AlternateContent` by the contents of its first alternative. */
function withoutAlternatives(element: XmlElement): XmlElement {
  const { children } = element;
  for (let index = 0; index < children.length; index += 1) {
    const node = children[index];
    if (node === undefined || typeof node === 'string') continue;
    if (node.name === 'AlternateContent') {
      children.splice(index, 1, ...(childrenOf(node)[0]?.children ?? []));
      index -= 1;
    } else withoutAlternatives(node);
  }
  return element;
}
