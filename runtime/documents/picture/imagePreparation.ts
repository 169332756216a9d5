// A picture made ready for OCR: upright, grey, flat on white and of a size at which letters can be told apart. Uses sharp
// where it is installed; without it PNG and JPEG go to the engine as they are.
import type Sharp from 'sharp';
import type { ImageHeader } from './imageHeader.ts';
import type { Picture } from './textRecogniser.ts';

/** Pictures are enlarged to about this width, since letters of a screenshot are too small for the engine. */
const wantedWidth = 2_000;
const maxEnlargement = 3;
const maxSide = 5_000;

/** Pages of a TIFF file or frames of an animation; 1 for other pictures and where nothing can tell. */
export async function countPages(bytes: Uint8Array): Promise<number> {
  const sharp = await loadSharp();
  if (sharp === null) return 1;
  try {
    return (await sharp(bytes).metadata()).pages ?? 1;
  } catch {
    return 1;
  }
}

/**
 * @param page from 0
 * @returns null when the picture cannot be decoded on this machine
 */
export async function prepareForOcr(
  bytes: Uint8Array,
  header: ImageHeader,
  page: number,
): Promise<Picture | null> {
  const sharp = await loadSharp();
  if (sharp === null) {
    const readable = header.format === 'png' || header.format === 'jpeg' || header.format === 'bmp';
    return readable ? { kind: 'encoded', bytes } : null;
  }
  try {
    const width = targetWidth(header);
    const { data, info } = await sharp(bytes, { failOn: 'none', page })
      .rotate()
      .flatten({ background: '#ffffff' })
      .greyscale()
      .resize({ width, height: maxSide, fit: 'inside', kernel: 'cubic' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { kind: 'grey', width: info.width, height: info.height, pixels: data };
  } catch {
    return null;
  }
}

function targetWidth({ width }: ImageHeader): number {
  if (width === null) return wantedWidth;
  const enlarged = Math.min(wantedWidth, width * maxEnlargement);
  return Math.min(maxSide, Math.max(width, enlarged));
}

/** sharp comes with another package and is missing on some platforms. */
async function loadSharp(): Promise<typeof Sharp | null> {
  try {
    const { default: sharp } = await import('sharp');
    sharp.concurrency(1);
    return sharp;
  } catch {
    return null;
  }
}
