import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { soundTags } from '../../../../runtime/documents/sound/soundTags.ts';
import { seededRandom } from '../../../fakes/random.ts';
import { wavFile } from '../../../fakes/wavFile.ts';

const folder = new URL('../../../fixtures/gaia/2023/validation/', import.meta.url);

/** The longest first. */
function recordings(): Uint8Array[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.mp3'));
  const files = names.map((name) => new Uint8Array(readFileSync(new URL(name, folder))));
  return files.toSorted((a, b) => b.length - a.length);
}

/** Without the tags in front of it. */
function soundOf(file: Uint8Array): Uint8Array {
  const size = [...file.subarray(6, 10)].reduce((all, byte) => (all << 7) | byte, 0);
  return file.subarray(10 + size);
}

/** A short recording with these tags: ID3v2.3, texts in UTF-8. */
function tagged(frames: Readonly<Record<string, string>>): Uint8Array {
  const body = Buffer.concat(
    Object.entries(frames).map(([name, text]) => {
      const content = Buffer.from(`\u0003${text}`, 'utf8');
      const head = Buffer.alloc(10);
      head.write(name, 0, 'latin1');
      head.writeUInt32BE(content.length, 4);
      return Buffer.concat([head, content]);
    }),
  );
  const size = Buffer.from([21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f));
  const sound = soundOf(recordings().at(-1) ?? assert.fail('there is a recording'));
  const head = Buffer.from('ID3\u0003\0\0', 'latin1');
  return new Uint8Array(Buffer.concat([head, size, body, sound]));
}

describe('soundTags', () => {
  it('gives what people look for, a line each', async () => {
    assert.deepEqual(await Promise.all(recordings().map(soundTags)), [
      ['Title: Bells at noon', 'Artist: Lantern Museum'],
      ['Title: Orrery, wound up', 'Artist: Whitlock', 'Year: 1968'],
    ]);
  });
  it('keeps every tag on its line, and not longer than a person reads', async () => {
    const [title = '', artist] = await soundTags(
      tagged({ TIT2: `first\nsecond ${'x'.repeat(2000)}`, TPE1: 'Zoë  Ø.' }),
    );
    assert.match(title, /^Title: first second x+…$/);
    assert.ok(title.length < 520);
    assert.equal(artist, 'Artist: Zoë Ø.');
  });
  it('is empty for a file without tags', async () => {
    assert.deepEqual(await soundTags(wavFile({ seconds: 1 })), []);
  });
  it('is a list of lines for whatever bytes, and never throws', async () => {
    const whole = tagged({ TIT2: 'Bells', TPE1: 'Lantern', TYER: '1968', COMM: 'eng\0said' });
    const random = seededRandom(11);
    for (let round = 0; round < 300; round += 1) {
      const bytes = whole.slice(0, 1 + random.below(4000));
      for (let hits = 0; hits < 4; hits += 1) {
        bytes[random.below(Math.min(bytes.length, 80))] = random.below(256);
      }
      for (const line of await soundTags(bytes)) assert.match(line, /^[A-Z][a-z]+: \S/);
    }
  });
});
