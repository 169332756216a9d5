// Equations of Office files (OMML) as LaTeX.
import type { XmlElement } from '../markup/xmlReader.ts';
import { attributeOf, childOf, childrenOf, pathOf, textOf } from '../markup/xmlTree.ts';

/** LaTeX without the dollar signs around it. */
export function mathText(element: XmlElement): string {
  return childrenOf(element).map(nodeText).join('').trim();
}

type Writer = (element: XmlElement) => string;

const accents: Readonly<Record<string, string>> = {
  '\u0302': '\\hat',
  '\u0303': '\\tilde',
  '\u0304': '\\bar',
  '\u0305': '\\overline',
  '\u0307': '\\dot',
  '\u0308': '\\ddot',
  '\u20d7': '\\vec',
};
const operators: Readonly<Record<string, string>> = {
  '∑': '\\sum',
  '∏': '\\prod',
  '∫': '\\int',
  '∬': '\\iint',
  '∮': '\\oint',
  '⋃': '\\bigcup',
  '⋂': '\\bigcap',
};

const writers: Readonly<Record<string, Writer>> = {
  r: (element) => childrenOf(element, 't').map(textOf).join(''),
  f: (element) => `\\frac${argument(element, 'num')}${argument(element, 'den')}`,
  sSup: (element) => `${base(element)}^${argument(element, 'sup')}`,
  sSub: (element) => `${base(element)}_${argument(element, 'sub')}`,
  sSubSup: (element) => `${base(element)}_${argument(element, 'sub')}^${argument(element, 'sup')}`,
  sPre: (element) => `{}_${argument(element, 'sub')}^${argument(element, 'sup')}${base(element)}`,
  rad: (element) => {
    const degree = part(element, 'deg');
    return `\\sqrt${degree === '' ? '' : `[${degree}]`}${argument(element, 'e')}`;
  },
  nary: naryText,
  d: delimitedText,
  func: (element) => `${functionName(part(element, 'fName'))}${argument(element, 'e')}`,
  limLow: (element) => `${base(element)}_${argument(element, 'lim')}`,
  limUpp: (element) => `${base(element)}^${argument(element, 'lim')}`,
  acc: (element) =>
    `${accents[property(element, 'accPr', 'chr') ?? '\u0302'] ?? '\\hat'}${argument(element, 'e')}`,
  bar: (element) =>
    `${property(element, 'barPr', 'pos') === 'top' ? '\\overline' : '\\underline'}${argument(element, 'e')}`,
  m: (element) => `\\begin{matrix}${rows(childrenOf(element, 'mr'))}\\end{matrix}`,
  eqArr: (element) =>
    `\\begin{aligned}${childrenOf(element, 'e').map(mathText).join(' \\\\ ')}\\end{aligned}`,
};

function nodeText(element: XmlElement): string {
  const writer = writers[element.name];
  if (writer !== undefined) return writer(element);
  // Properties hold no text of the equation; everything else is a wrapper.
  return element.name.endsWith('Pr') ? '' : mathText(element);
}

function part(element: XmlElement, name: string): string {
  const child = childOf(element, name);
  return child === null ? '' : mathText(child);
}

function argument(element: XmlElement, name: string): string {
  return `{${part(element, name)}}`;
}

/** A base of several characters is put into braces. */
function base(element: XmlElement): string {
  const text = part(element, 'e');
  return text.length === 1 ? text : `{${text}}`;
}

function property(element: XmlElement, group: string, name: string): string | null {
  const child = pathOf(element, group, name);
  return child === null ? null : attributeOf(child, 'val');
}

function naryText(element: XmlElement): string {
  const character = property(element, 'naryPr', 'chr') ?? '∫';
  const below = part(element, 'sub');
  const above = part(element, 'sup');
  const limits = `${below === '' ? '' : `_{${below}}`}${above === '' ? '' : `^{${above}}`}`;
  return `${operators[character] ?? character}${limits}{${part(element, 'e')}}`;
}

function delimitedText(element: XmlElement): string {
  const open = property(element, 'dPr', 'begChr') ?? '(';
  const close = property(element, 'dPr', 'endChr') ?? ')';
  const separator = property(element, 'dPr', 'sepChr') ?? '|';
  return `${brace(open)}${childrenOf(element, 'e').map(mathText).join(separator)}${brace(close)}`;
}

function brace(character: string): string {
  return character === '{' || character === '}' ? `\\${character}` : character;
}

function functionName(name: string): string {
  return /^[a-z]{2,6}$/.test(name) ? `\\${name}` : name;
}

function rows(elements: readonly XmlElement[]): string {
  return elements.map((row) => childrenOf(row, 'e').map(mathText).join(' & ')).join(' \\\\ ');
}
