// The blocks of a Word document in order: headings, paragraphs, lists, tables. Notes, headers and comments are parts of
// their own and come through here as well.
import type { DocxContext } from './docxInline.ts';
import { inlineText } from './docxInline.ts';
import type { DocxNumbering } from './docxNumbering.ts';
import type { DocxStyles } from './docxStyles.ts';
import { markdownTable } from '../markdownTable.ts';
import type { XmlElement } from '../markup/xmlReader.ts';
import { attributeOf, childOf, childrenOf, pathOf } from '../markup/xmlTree.ts';

export class DocxBody {
  readonly #styles: DocxStyles;
  readonly #numbering: DocxNumbering;

  constructor(styles: DocxStyles, numbering: DocxNumbering) {
    this.#styles = styles;
    this.#numbering = numbering;
  }

  /** Markdown of everything below an element, such as the body, a note or a cell. */
  text(element: XmlElement, context: DocxContext): string {
    const blocks = this.#blocks(element, context);
    let text = '';
    blocks.forEach((block, index) => {
      const before = blocks[index - 1];
      const gap = before === undefined ? '' : before.isListItem && block.isListItem ? '\n' : '\n\n';
      text += gap + block.text;
    });
    return text;
  }

  #blocks(element: XmlElement, context: DocxContext): Block[] {
    return childrenOf(element).flatMap((child): Block[] => {
      switch (child.name) {
        case 'p':
          return this.#paragraph(child, context);
        case 'tbl':
          return [{ text: this.#table(child, context), isListItem: false }];
        case 'sectPr':
        case 'sdtPr':
          return [];
        default:
          // Content controls and custom XML wrap blocks.
          return this.#blocks(child, context);
      }
    });
  }

  #paragraph(element: XmlElement, context: DocxContext): Block[] {
    const style = this.#styles.of(childOf(element, 'pPr'));
    const { text, graphics, boxes } = inlineText(element, context, style.heading > 0);
    const blocks: Block[] = [];
    if (text !== '') {
      const mark = style.list === null ? '' : this.#numbering.next(style.list);
      const indent = style.list === null || style.heading > 0 ? '' : '  '.repeat(style.list.level);
      const heading = style.heading > 0 ? `${'#'.repeat(style.heading)} ` : '';
      const bullet = heading !== '' && mark === '- ' ? '' : mark;
      blocks.push({
        text: indent + heading + bullet + text,
        isListItem: style.list !== null && heading === '',
      });
    }
    for (const graphic of graphics) blocks.push({ text: graphic, isListItem: false });
    for (const box of boxes) {
      const content = this.text(box, context);
      if (content !== '') blocks.push({ text: `[text box]\n${content}`, isListItem: false });
    }
    return blocks;
  }

  /** A cell that goes on below repeats its value, so that each row can be read alone. */
  #table(element: XmlElement, context: DocxContext): string {
    const rows: string[][] = [];
    for (const row of tableRows(element)) {
      const cells: string[] = [];
      for (const cell of childrenOf(row).flatMap(cellsOf)) {
        const properties = childOf(cell, 'tcPr');
        const above = rows.at(-1)?.[cells.length] ?? '';
        cells.push(
          continuesAbove(properties) ? above : this.text(cell, context).replace(/\n{2,}/g, '\n'),
        );
        for (let extra = 1; extra < columnsOf(properties); extra += 1) cells.push('');
      }
      rows.push(cells);
    }
    return markdownTable(rows);
  }
}

interface Block {
  readonly text: string;
  readonly isListItem: boolean;
}

const maxColumns = 200;

function tableRows(table: XmlElement): XmlElement[] {
  return childrenOf(table).flatMap((child) => {
    if (child.name === 'tr') return [child];
    return child.name === 'sdt' || child.name === 'sdtContent' || child.name === 'ins'
      ? tableRows(child)
      : [];
  });
}

/** Cells may be wrapped in a content control. */
function cellsOf(element: XmlElement): XmlElement[] {
  if (element.name === 'tc') return [element];
  return element.name === 'sdt' || element.name === 'sdtContent'
    ? childrenOf(element).flatMap(cellsOf)
    : [];
}

function continuesAbove(properties: XmlElement | null): boolean {
  const merge = properties === null ? null : childOf(properties, 'vMerge');
  return merge !== null && (attributeOf(merge, 'val') ?? 'continue') === 'continue';
}

function columnsOf(properties: XmlElement | null): number {
  const span = properties === null ? null : pathOf(properties, 'gridSpan');
  const columns = Number(span === null ? '1' : (attributeOf(span, 'val') ?? '1'));
  return Number.isInteger(columns) ? Math.min(Math.max(columns, 1), maxColumns) : 1;
}
