// A page of positioned text as plain lines in which columns stay columns, as in a fixed-width print: an agent can then read
// tables by their alignment, which the plain reading order of a PDF destroys.
import { readingOrder } from './pdfColumns.ts';
import type { TextLine, TextPiece } from './pdfText.ts';
import { medianCharacterWidth } from './pdfText.ts';

/** Spaces that stay between two columns of a table. */
const columnGap = 3;

/** @param pageWidth in points */
export function layOutPage(pieces: readonly TextPiece[], pageWidth: number): string {
  const visible = pieces.filter((piece) => piece.text.trim() !== '');
  const width = medianCharacterWidth(visible);
  return readingOrder(visible, pageWidth)
    .map((lines) => layOutBlock(lines, width))
    .join('\n\n');
}

function layOutBlock(lines: readonly TextLine[], characterWidth: number): string {
  const left = Math.min(...lines.flatMap((line) => line.pieces.map((piece) => piece.left)));
  const spacing = medianSpacing(lines);
  const paragraphs: string[][] = [[]];
  let previous: TextLine | null = null;
  for (const line of lines) {
    const gap = previous === null ? 0 : line.baseline - previous.baseline;
    if (gap > 1.5 * spacing) paragraphs.push([]);
    paragraphs.at(-1)?.push(layOutLine(line, left, characterWidth));
    previous = line;
  }
  return joinTables(paragraphs)
    .map((paragraph) => squeezeColumns(paragraph).join('\n'))
    .join('\n\n');
}

/** Rows of one table may stand far apart; they are squeezed together, so that their columns stay aligned. */
function joinTables(paragraphs: readonly string[][]): string[][] {
  const joined: string[][] = [];
  let inTable = false;
  for (const paragraph of paragraphs) {
    const isTable = paragraph.some((line) => /\S {3,}\S/.test(line));
    const previous = joined.at(-1);
    if (previous !== undefined && inTable && isTable) previous.push('', ...paragraph);
    else joined.push([...paragraph]);
    inTable = isTable;
  }
  return joined;
}

function layOutLine(line: TextLine, left: number, characterWidth: number): string {
  let text = '';
  let end = left;
  let endsInSpace = false;
  for (const piece of line.pieces) {
    const gap = (piece.left - end) / characterWidth;
    const column = Math.round((piece.left - left) / characterWidth);
    const spaces = spacesBefore(text, gap, column);
    // A space at the edge of a piece is part of its width, so the gap does not show it.
    const isWordEnd = text !== '' && (endsInSpace || /^\s/.test(piece.text));
    text += ' '.repeat(isWordEnd ? Math.max(1, spaces) : spaces) + piece.text.trim();
    endsInSpace = /\s$/.test(piece.text);
    end = piece.right;
  }
  return text;
}

/** Letters of one word touch, words keep one space, and everything wider starts at its own column. */
function spacesBefore(text: string, gap: number, column: number): number {
  if (text === '') return Math.max(0, column);
  if (gap < 0.25) return 0;
  if (gap < 1.8) return 1;
  return Math.max(2, column - text.length);
}

/** The usual distance between lines, which the gap before a new paragraph is measured by. */
function medianSpacing(lines: readonly TextLine[]): number {
  const distances = lines
    .slice(1)
    .map((line, index) => line.baseline - (lines[index]?.baseline ?? 0))
    .sort((a, b) => a - b);
  return distances[Math.floor(distances.length / 2)] ?? 0;
}

/** Takes out white space that all lines share beyond the gap between columns; alignment stays, tokens do not. */
export function squeezeColumns(lines: readonly string[]): string[] {
  const width = Math.max(0, ...lines.map((line) => line.length));
  const blank = Array.from({ length: width }, (_, column) =>
    lines.every((line) => (line[column] ?? ' ') === ' '),
  );
  const keep: boolean[] = [];
  let run = 0;
  let seenText = false;
  for (const [column, isBlank] of blank.entries()) {
    run = isBlank ? run + 1 : 0;
    seenText ||= !isBlank;
    // Leading white space that all lines share says nothing.
    keep[column] = !isBlank || (seenText && run <= columnGap);
  }
  return lines.map((line) =>
    Array.from({ length: line.length }, (_, column) => (keep[column] === true ? line[column] : ''))
      .join('')
      .trimEnd(),
  );
}
