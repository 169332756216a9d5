// The text inside a shape or a cell of a slide: paragraphs with their bullets, numbers and links.
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

export interface SlidePart {
  readonly office: OfficePackage;
  /** The part that relationships belong to. */
  readonly partPath: string;
}

/** One line for each paragraph; empty ones are left out. `bulleted` says that paragraphs are bullets unless they say otherwise. */
export function paragraphLines(body: XmlElement, part: SlidePart, bulleted: boolean): string[] {
  const lines: string[] = [];
  const numbers: number[] = [];
  for (const paragraph of childrenOf(body, 'p')) {
    const text = paragraphText(paragraph, part);
    if (text === '') continue;
    const properties = childOf(paragraph, 'pPr');
    const level = Number(properties?.attributes['lvl'] ?? '0') || 0;
    lines.push(mark(properties, level, bulleted, numbers) + text);
  }
  return lines;
}

/** The text of one paragraph on one line, line breaks kept. */
function paragraphText(paragraph: XmlElement, part: SlidePart): string {
  return childrenOf(paragraph)
    .map((child) => {
      if (child.name === 'r') return runText(child, part);
      if (child.name === 'br') return '\n';
      if (child.name === 'fld') return descendantsOf(child, 't').map(textOf).join('');
      return child.name === 'm' ? `$${mathText(child)}$` : '';
    })
    .join('')
    .trim();
}

function runText(run: XmlElement, { office, partPath }: SlidePart): string {
  const text = childrenOf(run, 't').map(textOf).join('');
  const properties = childOf(run, 'rPr');
  const link = properties === null ? null : childOf(properties, 'hlinkClick');
  const target = link === null ? null : office.related(partPath, relationOf(link));
  const isUseful = target?.isExternal === true && target.target !== text && text.trim() !== '';
  return isUseful ? `[${text}](${target.target})` : text;
}

function mark(
  properties: XmlElement | null,
  level: number,
  bulleted: boolean,
  numbers: number[],
): string {
  const indent = '  '.repeat(level);
  const has = (name: string): boolean => properties !== null && childOf(properties, name) !== null;
  const automatic = properties === null ? null : childOf(properties, 'buAutoNum');
  if (automatic !== null) {
    const start = Number(attributeOf(automatic, 'startAt') ?? '1');
    numbers[level] = (numbers[level] ?? start - 1) + 1;
    numbers.length = level + 1;
    return `${indent}${numbers[level] ?? start}. `;
  }
  numbers.length = Math.min(numbers.length, level);
  if (has('buNone')) return '';
  return bulleted || has('buChar') || has('buBlip') ? `${indent}- ` : '';
}
