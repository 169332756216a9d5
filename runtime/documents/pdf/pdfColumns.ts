// Prose that is set in two columns: found by a gutter that no line crosses, and read column by column. Tables are left
// alone; their cells are too short to be columns of prose.
import type { TextLine, TextPiece } from './pdfText.ts';
import { groupIntoLines } from './pdfText.ts';

/** Fewer lines than this on either side are no column. */
const minLines = 8;
/** Characters that a line of prose has on average; cells of tables have fewer. */
const minCharacters = 24;

/** The lines in the order in which a person reads them: full-width lines split the page into bands. */
export function readingOrder(pieces: readonly TextPiece[], pageWidth: number): TextLine[][] {
  const lines = groupIntoLines(pieces);
  const gutter = findGutter(lines, pageWidth);
  if (gutter === null) return [lines];
  const blocks: TextLine[][] = [];
  let band: TextLine[] = [];
  const closeBand = (): void => {
    const inBand = band.flatMap((line) => line.pieces);
    const left = groupIntoLines(inBand.filter((piece) => piece.right <= gutter));
    const right = groupIntoLines(inBand.filter((piece) => piece.right > gutter));
    blocks.push(...[left, right].filter((block) => block.length > 0));
    band = [];
  };
  for (const line of lines) {
    if (!crosses(line, gutter)) {
      band.push(line);
      continue;
    }
    closeBand();
    blocks.push([line]);
  }
  closeBand();
  return blocks;
}

/** The x of a gutter near the middle of the page, or null when the page is no two-column prose. */
function findGutter(lines: readonly TextLine[], pageWidth: number): number | null {
  if (lines.length < minLines) return null;
  let best: { x: number; crossing: number } | null = null;
  for (let x = pageWidth * 0.4; x <= pageWidth * 0.6; x += 2) {
    const crossing = lines.filter((line) => crosses(line, x)).length;
    if (best === null || crossing < best.crossing) best = { x, crossing };
  }
  if (best === null || best.crossing > lines.length * 0.25) return null;
  return isProse(lines, best.x) ? best.x : null;
}

function isProse(lines: readonly TextLine[], gutter: number): boolean {
  const free = lines.filter((line) => !crosses(line, gutter));
  return [
    free.map((line) => line.pieces.filter((piece) => piece.right <= gutter)),
    free.map((line) => line.pieces.filter((piece) => piece.right > gutter)),
  ].every((side) => {
    const texts = side.filter((pieces) => pieces.length > 0).map(textLength);
    const total = texts.reduce((sum, length) => sum + length, 0);
    return texts.length >= minLines && total / texts.length >= minCharacters;
  });
}

function textLength(pieces: readonly TextPiece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.text.length, 0);
}

/** A piece that covers x, or two words on either side of it with no more than a word space between. */
function crosses(line: TextLine, x: number): boolean {
  return line.pieces.some((piece, index) => {
    if (piece.left < x && piece.right > x) return true;
    const next = line.pieces[index + 1];
    if (next === undefined || piece.right > x || next.left < x) return false;
    return next.left - piece.right < 0.6 * line.size;
  });
}
