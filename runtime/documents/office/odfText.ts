// The content of OpenDocument texts and presentations as Markdown: headings, paragraphs, lists, tables, notes, frames.
import { markdownTable } from '../markdownTable.ts';
import type { XmlElement } from '../markup/xmlReader.ts';
import { attributeOf, childOf, childrenOf, descendantsOf, textOf } from '../markup/xmlTree.ts';

/** What was met on the way, for the losses of the document. */
export interface OdfFacts {
  pictures: number;
  objects: number;
  readonly notes: string[];
  readonly comments: string[];
}

/** Markdown of everything below an element. */
export function odfText(element: XmlElement, facts: OdfFacts): string {
  return new OdfReader(facts).blocks(element).join('\n\n');
}

const maxRepeats = 50;

class OdfReader {
  readonly #facts: OdfFacts;

  constructor(facts: OdfFacts) {
    this.#facts = facts;
  }

  blocks(element: XmlElement): string[] {
    return childrenOf(element)
      .flatMap((child) => this.#block(child))
      .filter((text) => text !== '');
  }

  #block(element: XmlElement): string[] {
    switch (element.name) {
      case 'h': {
        const level = Math.min(6, Number(attributeOf(element, 'outline-level') ?? '1') || 1);
        const text = this.#inline(element).trim();
        return text === '' ? [] : [`${'#'.repeat(level)} ${text}`];
      }
      case 'p':
        return [this.#inline(element).trim()];
      case 'list':
        return [this.#list(element, 0).join('\n')];
      case 'table':
        return [this.#table(element)];
      // Deleted text of tracked changes, and what only fields and forms need.
      case 'tracked-changes':
      case 'sequence-decls':
      case 'variable-decls':
      case 'forms':
      case 'notes':
        return [];
      case 'frame':
        return this.#frame(element);
      default:
        return this.blocks(element);
    }
  }

  #list(element: XmlElement, depth: number): string[] {
    return childrenOf(element).flatMap((item) => {
      const lines: string[] = [];
      for (const child of childrenOf(item)) {
        if (child.name === 'list') lines.push(...this.#list(child, depth + 1));
        else {
          const text = this.#inline(child).trim();
          if (text !== '') lines.push(`${'  '.repeat(depth)}- ${text}`);
        }
      }
      return lines;
    });
  }

  #table(element: XmlElement): string {
    const rows: string[][] = [];
    for (const row of tableRows(element)) {
      const cells = childrenOf(row).flatMap((cell) => {
        const text = cell.name === 'table-cell' ? this.blocks(cell).join('\n') : '';
        const repeats = Number(attributeOf(cell, 'number-columns-repeated') ?? '1') || 1;
        // Rows end with one empty cell that is repeated to the edge of the sheet.
        return Array.from({ length: text === '' ? 1 : Math.min(repeats, maxRepeats) }, () => text);
      });
      if (cells.some((cell) => cell !== '')) rows.push(cells);
    }
    return markdownTable(rows);
  }

  #frame(element: XmlElement): string[] {
    const box = childOf(element, 'text-box');
    if (box !== null) return this.blocks(box);
    const table = childOf(element, 'table');
    if (table !== null) return [this.#table(table)];
    if (childOf(element, 'object') !== null) {
      this.#facts.objects += 1;
      return [`[embedded object${this.#described(element)}]`];
    }
    if (childOf(element, 'image') === null) return this.blocks(element);
    this.#facts.pictures += 1;
    return [`[picture${this.#described(element)}]`];
  }

  #described(element: XmlElement): string {
    const text = ['desc', 'title']
      .map((name) => childOf(element, name))
      .find((child) => child !== null);
    return text === undefined ? '' : `: ${textOf(text).trim()}`;
  }

  #inline(element: XmlElement): string {
    return element.children
      .map((node) =>
        typeof node === 'string' ? node.replace(/\s+/g, ' ') : this.#inlineElement(node),
      )
      .join('');
  }

  #inlineElement(element: XmlElement): string {
    switch (element.name) {
      case 's':
        return ' '.repeat(Math.min(Number(attributeOf(element, 'c') ?? '1') || 1, 200));
      case 'tab':
        return '\t';
      case 'line-break':
        return '\n';
      case 'a': {
        const target = attributeOf(element, 'href') ?? '';
        const text = this.#inline(element);
        return target === '' || target.startsWith('#') || target === text
          ? text
          : `[${text}](${target})`;
      }
      case 'note':
        return this.#note(element);
      case 'annotation':
        this.#facts.comments.push(this.#comment(element));
        return `[comment ${this.#facts.comments.length}]`;
      case 'frame':
        return this.#frame(element).join(' ');
      default:
        return this.#inline(element);
    }
  }

  #note(element: XmlElement): string {
    const body = childOf(element, 'note-body');
    this.#facts.notes.push(body === null ? '' : this.blocks(body).join(' '));
    return `[^${this.#facts.notes.length}]`;
  }

  #comment(element: XmlElement): string {
    const author = descendantsOf(element, 'creator').map(textOf).join('');
    const text = childrenOf(element)
      .filter((child) => child.name === 'p' || child.name === 'list')
      .flatMap((child) => this.#block(child))
      .join(' ');
    return author === '' ? text : `${author}: ${text}`;
  }
}

function tableRows(table: XmlElement): XmlElement[] {
  return childrenOf(table).flatMap((child) => {
    if (child.name === 'table-row') return [child];
    return /^table-(header-rows|rows|row-group)$/.test(child.name) ? tableRows(child) : [];
  });
}
