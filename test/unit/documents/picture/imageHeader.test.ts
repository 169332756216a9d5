import assert from 'node:assert/strict';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { imageHeader } from '../../../../runtime/documents/picture/imageHeader.ts';

const picture = (): Sharp =>
  sharp({ create: { width: 37, height: 21, channels: 3, background: '#336699' } });

const encoders: Readonly<Record<string, () => Promise<Buffer>>> = {
  png: () => picture().png().toBuffer(),
  jpeg: () => picture().jpeg().toBuffer(),
  'jpeg (progressive)': () => picture().jpeg({ progressive: true }).toBuffer(),
  gif: () => picture().gif().toBuffer(),
  webp: () => picture().webp().toBuffer(),
  'webp (lossless)': () => picture().webp({ lossless: true }).toBuffer(),
  'webp (extended)': () => picture().ensureAlpha(0.5).webp().toBuffer(),
  tiff: () => picture().tiff().toBuffer(),
};

describe('imageHeader', () => {
  for (const [name, encode] of Object.entries(encoders)) {
    it(`reads format and size of ${name}`, async () => {
      const format = name.split(' ')[0];
      assert.deepEqual(imageHeader(new Uint8Array(await encode())), {
        format,
        width: 37,
        height: 21,
      });
    });
  }
  it('reads a bitmap, whose rows may run from the top', () => {
    const file = Buffer.alloc(60);
    file.write('BM');
    file.writeUInt32LE(54, 10);
    file.writeUInt32LE(40, 14);
    file.writeInt32LE(37, 18);
    file.writeInt32LE(-21, 22);
    assert.deepEqual(imageHeader(new Uint8Array(file)), { format: 'bmp', width: 37, height: 21 });
  });
  it('knows AVIF and HEIC without their size', () => {
    const brand = (name: string): Uint8Array =>
      new Uint8Array(Buffer.from(`\0\0\0\x20ftyp${name}`, 'latin1'));
    assert.deepEqual(imageHeader(brand('avif')), { format: 'avif', width: null, height: null });
    assert.deepEqual(imageHeader(brand('heic')), { format: 'heic', width: null, height: null });
    assert.equal(imageHeader(brand('isom')), null, 'a video');
  });
  it('takes text that begins like a bitmap for text', () => {
    assert.equal(imageHeader(new Uint8Array(Buffer.from('BMW and other cars of the year'))), null);
  });
  it('keeps the format and gives up the size when the header is cut at any byte', async () => {
    for (const encode of Object.values(encoders)) {
      const bytes = new Uint8Array(await encode());
      for (let length = 0; length < Math.min(bytes.length, 200); length += 1) {
        const header = imageHeader(bytes.subarray(0, length));
        assert.ok(header === null || header.width === null || header.width >= 0);
      }
    }
  });
});
