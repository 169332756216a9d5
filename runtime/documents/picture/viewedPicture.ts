// A picture made ready for a model that sees: upright, no larger than such models look at, in a format that all of them know. Uses
// sharp where it is installed; without it PNG, JPEG, GIF and WebP files go as they are.
import type Sharp from 'sharp';
import { DocumentError } from '../document.ts';
import { type ImageHeader, imageHeader } from './imageHeader.ts';

export interface ViewedPicture {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly bytes: Uint8Array;
}

/** Models look at no more pixels along the longer side; larger pictures only cost time. */
const maxSide = 1_568;
/** Of a PNG; a photograph is smaller as JPEG, and drawings keep their edges. */
const maxPngBytes = 1_500_000;
/** Of a picture that goes as it is. */
const maxRawBytes = 10_000_000;
/** Larger pictures are not decoded: a small file can claim any size. */
const maxPixels = 100_000_000;

/**
 * @param name how messages call the file
 * @throws DocumentError for bytes that are no picture, or one that cannot be decoded here
 */
export async function viewedPicture(name: string, bytes: Uint8Array): Promise<ViewedPicture> {
  const header = imageHeader(bytes);
  if (header === null) {
    throw new DocumentError('unknown-format', `${name} is no picture that is known here.`);
  }
  if ((header.width ?? 0) * (header.height ?? 0) > maxPixels) {
    throw new DocumentError(
      'too-large',
      `${name} has more than ${maxPixels / 1e6} million pixels.`,
    );
  }
  const sharp = await loadSharp();
  const picture = sharp === null ? asItIs(header, bytes) : await decoded(sharp, bytes);
  if (picture !== null) return picture;
  throw new DocumentError(
    'corrupt',
    `${name} is damaged, or this ${header.format.toUpperCase()} picture cannot be decoded here.`,
  );
}

async function decoded(sharp: typeof Sharp, bytes: Uint8Array): Promise<ViewedPicture | null> {
  try {
    const upright = sharp(bytes, { failOn: 'none', limitInputPixels: maxPixels })
      .rotate()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true });
    const png = await upright.clone().png().toBuffer();
    if (png.length <= maxPngBytes) return { mediaType: 'image/png', bytes: png };
    const jpeg = await upright.flatten({ background: '#ffffff' }).jpeg({ quality: 88 }).toBuffer();
    return { mediaType: 'image/jpeg', bytes: jpeg };
  } catch {
    return null;
  }
}

function asItIs({ format }: ImageHeader, bytes: Uint8Array): ViewedPicture | null {
  const isKnown = format === 'png' || format === 'jpeg' || format === 'gif' || format === 'webp';
  if (!isKnown || bytes.length > maxRawBytes) return null;
  return { mediaType: `image/${format}`, bytes };
}

/** sharp comes with another package and is missing on some platforms. */
async function loadSharp(): Promise<typeof Sharp | null> {
  try {
    return (await import('sharp')).default;
  } catch {
    return null;
  }
}
