// One page of a PDF as positioned text: what pdf.js gives, brought to the page as a person sees it.
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextPiece } from './pdfText.ts';

export interface PageText {
  readonly pieces: readonly TextPiece[];
  /** Texts that do not run from left to right along the page, such as labels of axes. */
  readonly turned: readonly string[];
  /** In points. */
  readonly width: number;
}

type Matrix = readonly [number, number, number, number, number, number];

/** A text with its direction in quarter turns: 0 runs to the right, 1 down, 2 to the left, 3 up. */
interface DirectedText {
  readonly text: string;
  readonly width: number;
  readonly matrix: Matrix;
  readonly quarter: number;
}

/** Reads the page in the direction of most of its text, so that tables set sideways come out upright. */
export async function readPageText(page: PDFPageProxy): Promise<PageText> {
  const viewport = page.getViewport({ scale: 1 });
  const toPage = asMatrix(viewport.transform);
  const { items } = await page.getTextContent();
  const texts: DirectedText[] = [];
  for (const item of items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const matrix = multiply(toPage, asMatrix(item.transform));
    texts.push({ text: item.str, width: item.width, matrix, quarter: quarterOf(matrix) });
  }
  const main = mainQuarter(texts);
  const size = { width: viewport.width, height: viewport.height };
  return {
    pieces: texts.filter(({ quarter }) => quarter === main).map((text) => pieceOf(text, size)),
    turned: texts.filter(({ quarter }) => quarter !== main).map(({ text }) => text),
    width: main % 2 === 0 ? viewport.width : viewport.height,
  };
}

function quarterOf([a, b]: Matrix): number {
  return (Math.round(Math.atan2(b, a) / (Math.PI / 2)) + 4) % 4;
}

function mainQuarter(texts: readonly DirectedText[]): number {
  const characters = [0, 0, 0, 0];
  for (const { text, quarter } of texts) {
    characters[quarter] = (characters[quarter] ?? 0) + text.length;
  }
  return characters.indexOf(Math.max(...characters));
}

/** Turns the place of a text so that its direction points to the right. */
function pieceOf(
  { text, width, matrix, quarter }: DirectedText,
  page: { readonly width: number; readonly height: number },
): TextPiece {
  const [, , c, d, x, y] = matrix;
  const size = Math.hypot(c, d);
  const [left, baseline] = turnBack(quarter, x, y, page);
  return { text, left, right: left + width, baseline, size };
}

function turnBack(
  quarter: number,
  x: number,
  y: number,
  page: { readonly width: number; readonly height: number },
): [number, number] {
  if (quarter === 1) return [y, page.width - x];
  if (quarter === 2) return [page.width - x, page.height - y];
  if (quarter === 3) return [page.height - y, x];
  return [x, y];
}

function asMatrix(values: readonly unknown[]): Matrix {
  const [a, b, c, d, e, f] = values.map(Number);
  return [a ?? 1, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f ?? 0];
}

/** The matrix that applies `second` first. */
function multiply(first: Matrix, second: Matrix): Matrix {
  const [a1, b1, c1, d1, e1, f1] = first;
  const [a2, b2, c2, d2, e2, f2] = second;
  return [
    a1 * a2 + c1 * b2,
    b1 * a2 + d1 * b2,
    a1 * c2 + c1 * d2,
    b1 * c2 + d1 * d2,
    a1 * e2 + c1 * f2 + e1,
    b1 * e2 + d1 * f2 + f1,
  ];
}
