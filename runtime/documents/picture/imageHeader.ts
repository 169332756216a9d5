// Format and size of a picture from its header alone, so that huge or damaged pictures cost nothing.

export interface ImageHeader {
  readonly format: 'png' | 'jpeg' | 'gif' | 'webp' | 'bmp' | 'tiff' | 'avif' | 'heic';
  /** In pixels; null where the header does not say. */
  readonly width: number | null;
  readonly height: number | null;
}

type Size = Pick<ImageHeader, 'width' | 'height'>;
const unknownSize: Size = { width: null, height: null };

/** Null when the bytes are no picture that is known here. */
export function imageHeader(bytes: Uint8Array): ImageHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const format = imageFormat(bytes);
  if (format === null) return null;
  try {
    return { format, ...readers[format](view) };
  } catch (error) {
    // A header that ends early reads past the view.
    if (error instanceof RangeError) return { format, ...unknownSize };
    throw error;
  }
}

function imageFormat(bytes: Uint8Array): ImageHeader['format'] | null {
  const text = (start: number, end: number): string =>
    String.fromCharCode(...bytes.subarray(start, end));
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  // "BM" alone is too little: the reserved fields and a sensible header size must follow.
  if (text(0, 2) === 'BM' && text(6, 10) === '\0\0\0\0' && text(15, 18) === '\0\0\0') return 'bmp';
  if (text(0, 4) === 'II*\0' || text(0, 4) === 'MM\0*') return 'tiff';
  if (text(4, 8) !== 'ftyp') return null;
  const brand = text(8, 12);
  if (brand === 'avif' || brand === 'avis') return 'avif';
  return /^(hei[cxms]|hev[cx]|mif1|msf1)$/.test(brand) ? 'heic' : null;
}

const readers: Readonly<Record<ImageHeader['format'], (view: DataView) => Size>> = {
  png: (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  jpeg: jpegSize,
  gif: (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  webp: webpSize,
  bmp: (view) => ({
    width: view.getInt32(18, true),
    // A negative height means that the rows run from the top.
    height: Math.abs(view.getInt32(22, true)),
  }),
  tiff: tiffSize,
  avif: () => unknownSize,
  heic: () => unknownSize,
};

/** Walks the segments to the frame header, which alone holds the size. */
function jpegSize(view: DataView): Size {
  let position = 2;
  while (position < view.byteLength) {
    if (view.getUint8(position) !== 0xff) return unknownSize;
    const marker = view.getUint8(position + 1);
    if (marker === 0xff) {
      position += 1;
      continue;
    }
    const isFrame =
      marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) {
      return { width: view.getUint16(position + 7), height: view.getUint16(position + 5) };
    }
    position += 2 + view.getUint16(position + 2);
  }
  return unknownSize;
}

function webpSize(view: DataView): Size {
  const kind = String.fromCharCode(
    view.getUint8(12),
    view.getUint8(13),
    view.getUint8(14),
    view.getUint8(15),
  );
  if (kind === 'VP8 ') {
    return {
      width: view.getUint16(26, true) & 0x3fff,
      height: view.getUint16(28, true) & 0x3fff,
    };
  }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  const uint24 = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  return kind === 'VP8X' ? { width: uint24(24) + 1, height: uint24(27) + 1 } : unknownSize;
}

/** Reads the first directory; tags 256 and 257 are width and height, as 16 or 32 bits. */
function tiffSize(view: DataView): Size {
  const little = view.getUint8(0) === 0x49;
  const directory = view.getUint32(4, little);
  const size: { width: number | null; height: number | null } = { width: null, height: null };
  for (let index = 0; index < view.getUint16(directory, little); index += 1) {
    const entry = directory + 2 + index * 12;
    const tag = view.getUint16(entry, little);
    const isShort = view.getUint16(entry + 2, little) === 3;
    const value = isShort ? view.getUint16(entry + 8, little) : view.getUint32(entry + 8, little);
    if (tag === 256) size.width = value;
    if (tag === 257) size.height = value;
  }
  return size;
}
