// Horizontal strips of a page that hold ink but no recognised word, so that OCR can look at them once more.
import type { TextPiece } from './pdfText.ts';
import type { GreyPicture } from '../picture/textRecogniser.ts';

/** Rows of a picture, from the first to the one before the last. */
export interface Strip {
  readonly first: number;
  readonly end: number;
}

/** Letters lower than this, in pixels, cannot be read anyway; lines and borders of tables are thinner. */
const minHeight = 24;
/** Looking again costs time; pages full of pictures have many strips. */
const maxStrips = 3;
/** Engines need some white around letters. */
const margin = 40;

/** @param pieces the recognised words, in pixels of the picture */
export function uncoveredStrips(picture: GreyPicture, pieces: readonly TextPiece[]): Strip[] {
  const covered = new Uint8Array(picture.height);
  for (const { baseline, size } of pieces) {
    covered.fill(1, Math.max(0, Math.floor(baseline - size)), Math.ceil(baseline + size / 3));
  }
  const strips: Strip[] = [];
  let top: number | null = null;
  for (let row = 0; row <= picture.height; row += 1) {
    const isOpen = row < picture.height && covered[row] === 0 && hasInk(picture, row);
    if (isOpen) top ??= row;
    if (isOpen || top === null) continue;
    if (row - top >= minHeight) strips.push({ first: top, end: row });
    top = null;
  }
  return strips.slice(0, maxStrips);
}

/** A row with both dark and light pixels: letters, whether dark on light or light on dark. */
function hasInk({ width, pixels }: GreyPicture, row: number): boolean {
  let darkest = 255;
  let lightest = 0;
  for (let index = row * width; index < (row + 1) * width; index += 1) {
    const value = pixels[index] ?? 255;
    if (value < darkest) darkest = value;
    if (value > lightest) lightest = value;
  }
  return lightest - darkest > 80;
}

/** The strip as a picture of its own with a white margin above and below; `top` is where it begins on the page. */
export function cutOut(
  { width, pixels }: GreyPicture,
  { first, end }: Strip,
): { readonly picture: GreyPicture; readonly top: number } {
  const height = end - first + 2 * margin;
  const part = new Uint8Array(width * height).fill(255);
  part.set(pixels.subarray(first * width, end * width), margin * width);
  return { picture: { kind: 'grey', width, height, pixels: part }, top: first - margin };
}
