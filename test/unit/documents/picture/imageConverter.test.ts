import assert from 'node:assert/strict';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { DocumentText } from '../../../../runtime/documents/document.ts';
import { imageConverter } from '../../../../runtime/documents/picture/imageConverter.ts';
import type { TextRecogniser } from '../../../../runtime/documents/picture/textRecogniser.ts';
import { BrokenRecogniser, FakeRecogniser } from '../../../fakes/textRecogniser.ts';

function convert(bytes: Uint8Array, recogniser: TextRecogniser | null): Promise<DocumentText> {
  const context = {
    signal: new AbortController().signal,
    convertInner: () => assert.fail('a picture holds no documents'),
  };
  return imageConverter(recogniser).convert({ name: 'sign.png', bytes }, context);
}

const plain = (width = 120, height = 60): Sharp =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });

describe('imageConverter', () => {
  it('tells format, size and the text in the picture', async () => {
    const { format, text, lost } = await convert(
      await plain().png().toBuffer(),
      new FakeRecogniser('NO ENTRY', 91.6),
    );
    assert.equal(format, 'png');
    assert.match(text, /^Picture: PNG, 120 x 60 pixels, \d+ bytes\n/);
    assert.match(text, /Text in the picture \(OCR, confidence 92 %\):\n\nNO ENTRY$/);
    assert.equal(lost.length, 2);
  });
  it('gives the engine a grey picture on white, enlarged so that small letters can be read', async () => {
    const recogniser = new FakeRecogniser('x');
    await convert(await plain().png().toBuffer(), recogniser);
    const [shown] = recogniser.shown;
    assert.ok(shown?.kind === 'grey');
    assert.deepEqual([shown.width, shown.height], [360, 180]);
    assert.equal(shown.pixels.length, 360 * 180);
    assert.ok(
      shown.pixels.every((value) => value === 255),
      'transparent becomes white',
    );
  });
  it('takes shapes that the engine is not sure of for no text', async () => {
    const { text } = await convert(await plain().png().toBuffer(), new FakeRecogniser('~ |', 31));
    assert.match(text, /OCR found no readable text in the picture\.$/);
  });
  /** Three pages of different shades. */
  async function pages(): Promise<Sharp> {
    const shades = await Promise.all(
      [40, 120, 200].map((shade) =>
        plain(40, 20)
          .flatten({ background: { r: shade, g: shade, b: shade } })
          .png()
          .toBuffer(),
      ),
    );
    return sharp(shades, { join: { animated: true } });
  }

  it('reads the first frame of an animation and says so', async () => {
    const recogniser = new FakeRecogniser('START');
    const { lost } = await convert(await (await pages()).gif().toBuffer(), recogniser);
    assert.equal(recogniser.shown.length, 1);
    assert.ok(lost.includes('Only the first 1 of 3 pages or frames were read.'), lost.join('\n'));
  });
  it('reads the pages of a TIFF file one by one', async () => {
    const recogniser = new FakeRecogniser('INVOICE');
    const { text, lost } = await convert(await (await pages()).tiff().toBuffer(), recogniser);
    assert.match(text, /## Page 1 of 3\n\n[\s\S]*INVOICE\n\n## Page 2 of 3[\s\S]*## Page 3 of 3/);
    const shades = recogniser.shown.map((shown) => shown.kind === 'grey' && shown.pixels[0]);
    assert.deepEqual(shades, [40, 120, 200]);
    assert.equal(lost.length, 2);
  });
  it('reads the properties of a photo', async () => {
    const photo = await plain()
      .flatten()
      .withExif({
        IFD0: { Make: 'Leica', Model: 'Q3', Copyright: 'Marit K.', ImageDescription: 'The jetty' },
        IFD2: { DateTimeOriginal: '2025:07:01 10:30:00' },
        IFD3: {
          GPSLatitudeRef: 'S',
          GPSLatitude: '54/1 47/1 0/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '9/1 26/1 0/1',
        },
      })
      .jpeg()
      .toBuffer();
    const { text } = await convert(photo, null);
    for (const line of [
      'Camera maker: Leica',
      'Camera: Q3',
      'Description: The jetty',
      'Taken: 2025:07:01 10:30:00',
      'Place: -54.783333, 9.433333 (latitude, longitude)',
    ]) {
      assert.ok(text.split('\n').includes(line), `${line} is missing in\n${text}`);
    }
  });
  it('does not decode a picture that claims a gigantic size', async () => {
    const bytes = new Uint8Array(await plain().png().toBuffer());
    new DataView(bytes.buffer).setUint32(16, 60_000);
    new DataView(bytes.buffer).setUint32(20, 60_000);
    const recogniser = new FakeRecogniser('x');
    const { text, lost } = await convert(bytes, recogniser);
    assert.match(text, /60000 x 60000 pixels/);
    assert.match(lost.join('\n'), /not looked for: it has more than 100 million pixels/);
    assert.equal(recogniser.shown.length, 0);
  });
  it('says that a damaged picture cannot be decoded and still tells its size', async () => {
    const bytes = new Uint8Array(await plain().png().toBuffer()).slice(0, 40);
    const { text, lost } = await convert(bytes, new FakeRecogniser('x'));
    assert.match(text, /120 x 60 pixels/);
    assert.match(lost.join('\n'), /this PNG file is damaged or cannot be decoded here/);
  });
  it('still tells the size when OCR fails', async () => {
    const { text, lost } = await convert(await plain().png().toBuffer(), new BrokenRecogniser());
    assert.match(text, /120 x 60 pixels/);
    assert.match(lost.join('\n'), /not looked for: OCR failed: the engine is not installed/);
  });
  it('says that there is no engine', async () => {
    const { lost } = await convert(await plain().png().toBuffer(), null);
    assert.match(lost.join('\n'), /not looked for: no OCR engine is switched on/);
  });
});
