// A piece of text on a page as the layout step sees it, and how pieces become lines. Coordinates are in points with the
// origin at the top left of the page as a person sees it.

export interface TextPiece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** Of the letters' feet. */
  readonly baseline: number;
  /** Font size. */
  readonly size: number;
}

/** Pieces that stand on one baseline, from left to right. */
export interface TextLine {
  readonly baseline: number;
  readonly size: number;
  readonly pieces: readonly TextPiece[];
}

/** Buckets pieces by baseline; super- and subscripts join the line that they belong to. */
export function groupIntoLines(pieces: readonly TextPiece[]): TextLine[] {
  const sorted = [...pieces].sort((a, b) => a.baseline - b.baseline || a.left - b.left);
  const lines: { baseline: number; size: number; pieces: TextPiece[] }[] = [];
  for (const piece of sorted) {
    const line = lines.at(-1);
    if (line !== undefined && sameLine(line, piece)) {
      // The largest letters give the baseline, whatever order super- and subscripts came in.
      if (piece.size > line.size) [line.baseline, line.size] = [piece.baseline, piece.size];
      line.pieces.push(piece);
    } else {
      lines.push({ baseline: piece.baseline, size: piece.size, pieces: [piece] });
    }
  }
  for (const line of lines) line.pieces.sort((a, b) => a.left - b.left);
  return lines;
}

function sameLine(line: { baseline: number; size: number }, piece: TextPiece): boolean {
  return piece.baseline - line.baseline < 0.45 * Math.max(line.size, piece.size);
}

/** The width of a character as most of the text has it; 5 points when there is no text. */
export function medianCharacterWidth(pieces: readonly TextPiece[]): number {
  const widths = pieces
    .filter((piece) => piece.text.length > 0 && piece.right > piece.left)
    .map((piece) => (piece.right - piece.left) / piece.text.length)
    .sort((a, b) => a - b);
  return widths[Math.floor(widths.length / 2)] ?? 5;
}
