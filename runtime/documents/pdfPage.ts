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

export async function readPageText(page: PDFPageProxy): Promise<PageText> {
  const viewport = page.getViewport({ scale: 1 });
  const toPage = asMatrix(viewport.transform);
  const { items } = await page.getTextContent();
  const pieces: TextPiece[] = [];
  const turned: string[] = [];
  for (const item of items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const matrix = multiply(toPage, asMatrix(item.transform));
    if (isLevel(matrix)) pieces.push(pieceOf(item.str, item.width, matrix));
    else turned.push(item.str);
  }
  return { pieces, turned, width: viewport.width };
}

function pieceOf(text: string, width: number, [, , c, d, left, baseline]: Matrix): TextPiece {
  return { text, left, right: left + width, baseline, size: Math.hypot(c, d) };
}

/** Along the page, within some four degrees of a crooked scan, and not upside down. */
function isLevel([a, b]: Matrix): boolean {
  return a > 0 && Math.abs(b) < 0.07 * a;
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
