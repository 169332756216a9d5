import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { imageHeader } from '../../../../runtime/documents/picture/imageHeader.ts';
import { readPicture } from '../../../../runtime/documents/picture/pictureFile.ts';
import { viewedPicture } from '../../../../runtime/documents/picture/viewedPicture.ts';
import { seededRandom } from '../../../../runtime/support/seededRandom.ts';
import { isProblem } from '../../../fakes/convertWith.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#208040' } });

describe('viewedPicture', () => {
  for (const format of ['png', 'jpeg', 'gif', 'webp', 'tiff'] as const) {
    it(`shows a small ${format} as PNG in its own size`, async () => {
      const seen = await viewedPicture('x', await plain(40, 30).toFormat(format).toBuffer());
      assert.equal(seen.mediaType, 'image/png');
      assert.deepEqual(imageHeader(seen.bytes), { format: 'png', width: 40, height: 30 });
    });
  }
  it('makes a large picture smaller and keeps its shape', async () => {
    const seen = await viewedPicture('x', await plain(4_000, 1_000).png().toBuffer());
    assert.deepEqual(imageHeader(seen.bytes), { format: 'png', width: 1_568, height: 392 });
  });
  it('turns a photograph upright', async () => {
    const bytes = await plain(40, 30).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const header = imageHeader((await viewedPicture('x', bytes)).bytes);
    assert.deepEqual([header?.width, header?.height], [30, 40]);
  });
  it('sends what is no drawing as JPEG', async () => {
    const random = seededRandom(1);
    const noise = Uint8Array.from({ length: 1_000 * 800 * 3 }, () => random() * 256);
    const bytes = await sharp(noise, { raw: { width: 1_000, height: 800, channels: 3 } })
      .png()
      .toBuffer();
    assert.equal((await viewedPicture('x', bytes)).mediaType, 'image/jpeg');
  });
  it('refuses what is no picture, and one that is damaged', async () => {
    await assert.rejects(
      viewedPicture('a.png', Buffer.from('text')),
      isProblem('unknown-format', /^a\.png is no picture/),
    );
    const cut = (await plain(40, 30).png().toBuffer()).subarray(0, 30);
    await assert.rejects(viewedPicture('a.png', cut), isProblem('corrupt', /damaged/));
  });
  it('does not decode a picture that claims to be huge', async () => {
    const bytes = Buffer.from(await plain(40, 30).png().toBuffer());
    bytes.writeUInt32BE(60_000, 16);
    bytes.writeUInt32BE(60_000, 20);
    await assert.rejects(viewedPicture('a.png', bytes), isProblem('too-large', /million pixels/));
  });
});

describe('readPicture', () => {
  const { signal } = new AbortController();
  it('reads a file, and no picture inside one', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'picture-'));
    try {
      const hostPath = path.join(folder, 'a.png');
      await writeFile(hostPath, await plain(4, 3).png().toBuffer());
      const seen = await readPicture({ name: 'a.png', hostPath, member: null }, signal);
      assert.equal(seen.mediaType, 'image/png');
      await assert.rejects(
        readPicture({ name: 'a.zip', hostPath, member: 'b.png' }, signal),
        isProblem('needs-converter', /^a\.zip\/b\.png lies inside/),
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
