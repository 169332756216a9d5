// Tables of HTML as Markdown tables. Cells leave marks in the text, which the rule of the table reads when all its cells are
// converted; so cells may hold anything, other tables included. A cell that spans rows is repeated in each of them, so that
// each row can be read alone; one that spans columns stands in the first of them.
import type TurndownService from 'turndown';
import type { HtmlNode } from './htmlMarkdown.ts';
import { markdownTable } from '../markdownTable.ts';

// Private-use characters: they do not occur in documents, and they survive the library's trimming.
const cellStart = '\ue000';
const spansEnd = '\ue001';
const cellEnd = '\ue002';
const rowEnd = '\ue003';

interface Cell {
  readonly text: string;
  readonly columns: number;
  readonly rows: number;
}

/** A cell that claims to span more is not believed. */
const maxSpan = 200;

export function addTableRules(service: TurndownService): void {
  service.addRule('tableCell', {
    filter: ['td', 'th'],
    replacement: (content: string, node: HtmlNode) =>
      `${cellStart}${span(node, 'colspan')},${span(node, 'rowspan')}${spansEnd}${content.trim()}${cellEnd}`,
  });
  service.addRule('tableRow', { filter: 'tr', replacement: (content: string) => content + rowEnd });
  service.addRule('tableSection', {
    filter: ['thead', 'tbody', 'tfoot'],
    replacement: (content: string) => content,
  });
  service.addRule('caption', {
    filter: 'caption',
    replacement: (content: string) => (content.trim() === '' ? '' : `Table: ${content.trim()}\n\n`),
  });
  service.addRule('table', { filter: 'table', replacement: tableText });
}

function span(node: HtmlNode, name: string): number {
  const value = Number.parseInt(node.getAttribute(name) ?? '1', 10);
  return Number.isNaN(value) || value < 1 ? 1 : Math.min(value, maxSpan);
}

function tableText(content: string): string {
  const firstCell = content.indexOf(cellStart);
  if (firstCell === -1) return `\n\n${content.trim()}\n\n`;
  const before = content.slice(0, firstCell).trim();
  const rows = grid(readRows(content)).filter((row) => row.some((cell) => cell !== ''));
  const caption = before === '' ? '' : `${before}\n\n`;
  return `\n\n${caption}${isLayout(rows) ? rows.map((row) => row.join('')).join('\n\n') : markdownTable(rows)}\n\n`;
}

/** A single cell, or a column with long texts, arranges a page; its contents are not tabular. */
function isLayout(rows: readonly (readonly string[])[]): boolean {
  const filled = rows.map((row) => row.filter((cell) => cell !== ''));
  if (filled.some((row) => row.length > 1)) return false;
  return rows.length === 1 || filled.some((row) => (row[0]?.length ?? 0) > 200);
}

function readRows(content: string): Cell[][] {
  return content
    .split(rowEnd)
    .map((row) => [...row.matchAll(/\ue000(\d+),(\d+)\ue001([^\ue002]*)\ue002/g)].map(toCell))
    .filter((row) => row.length > 0);
}

function toCell([, columns = '1', rows = '1', text = '']: RegExpMatchArray): Cell {
  return {
    text: text.replace(/\n{2,}/g, '\n').trim(),
    columns: Number(columns),
    rows: Number(rows),
  };
}

/** Places the cells so that a cell below a spanning one moves aside. */
function grid(rows: readonly Cell[][]): string[][] {
  const placed: string[][] = rows.map(() => []);
  const taken = new Set<string>();
  rows.forEach((cells, rowIndex) => {
    let column = 0;
    for (const cell of cells) {
      while (taken.has(`${rowIndex},${column}`)) column += 1;
      for (let down = 0; down < Math.min(cell.rows, rows.length - rowIndex); down += 1) {
        const row = placed[rowIndex + down];
        if (row !== undefined) row[column] = cell.text;
        for (let right = 0; right < cell.columns; right += 1) {
          taken.add(`${rowIndex + down},${column + right}`);
        }
      }
      column += cell.columns;
    }
  });
  return placed.map((row) => Array.from(row, (cell: string | undefined) => cell ?? ''));
}
