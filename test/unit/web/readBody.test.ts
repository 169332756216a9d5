import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { type BodyReading, readBody } from '../../../runtime/web/readBody.ts';
import { WebError, type WebProblem } from '../../../runtime/web/web.ts';

const text = 'It was a dark and stormy night. '.repeat(100);
const gzippedNothing = gzipSync('');
const reading: BodyReading = {
  encoding: null,
  announcedBytes: null,
  maxBytes: 100_000,
  url: 'https://example.org/',
};

function inPieces(bytes: Uint8Array, size = 997): Readable {
  const pieces = Math.ceil(bytes.length / size);
  return Readable.from(
    Array.from({ length: pieces }, (_, index) => bytes.subarray(index * size, (index + 1) * size)),
  );
}

async function problemOf(promise: Promise<unknown>): Promise<WebProblem> {
  const error: unknown = await promise.then(
    () => assert.fail('the body was read'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof WebError, String(error));
  return error.problem;
}

describe('the body of an answer', () => {
  const encoded: readonly (readonly [encoding: string | null, bytes: Uint8Array])[] = [
    [null, Buffer.from(text)],
    ['identity', Buffer.from(text)],
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate, gzip', gzipSync(deflateSync(text))],
    ['gzip', Buffer.concat([gzipSync(text.slice(0, 50)), gzipSync(text.slice(50))])],
  ];
  for (const [encoding, bytes] of encoded) {
    it(`is read from ${encoding ?? 'no'} compression`, async () => {
      const body = await readBody(inPieces(bytes), { ...reading, encoding });
      assert.equal(Buffer.from(body).toString(), text);
    });
  }

  it('may be empty', async () => {
    assert.deepEqual(await readBody(Readable.from([]), reading), new Uint8Array());
  });

  it('is read at its limit and refused above', async () => {
    const bytes = new Uint8Array(1_000);
    const body = await readBody(inPieces(bytes), { ...reading, maxBytes: 1_000 });
    assert.equal(body.length, 1_000);
    const above = readBody(inPieces(bytes), { ...reading, maxBytes: 999 });
    assert.equal(await problemOf(above), 'too-large');
  });

  it('is not begun when it announces itself too large', async () => {
    let taken = 0;
    const body = Readable.from(
      (function* () {
        taken += 1;
        yield new Uint8Array(1);
      })(),
    );
    const promise = readBody(body, { ...reading, announcedBytes: 100_001 });
    assert.equal(await problemOf(promise), 'too-large');
    assert.equal(taken, 0);
    assert.ok(body.destroyed);
  });

  it('stops unpacking at its limit', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    assert.ok(bomb.length < reading.maxBytes);
    const body = inPieces(bomb);
    assert.equal(await problemOf(readBody(body, { ...reading, encoding: 'gzip' })), 'too-large');
    assert.ok(body.destroyed);
  });

  it('stops at bombs within bombs, and at packed bytes that never unpack to anything', async () => {
    const inner = gzipSync(gzipSync(Buffer.alloc(5_000_000)));
    const nested = readBody(inPieces(inner), { ...reading, encoding: 'gzip, gzip' });
    assert.equal(await problemOf(nested), 'too-large');
    const empty = Buffer.concat(Array.from({ length: 6_000 }, () => gzippedNothing));
    assert.ok(empty.length > reading.maxBytes);
    const nothing = readBody(inPieces(empty), { ...reading, encoding: 'gzip' });
    assert.equal(await problemOf(nothing), 'too-large');
  });

  it('is not read from a compression that is not known', async () => {
    const body = inPieces(Buffer.from(text));
    assert.equal(await problemOf(readBody(body, { ...reading, encoding: 'zstd' })), 'unreachable');
    assert.ok(body.destroyed);
  });

  it('that breaks off or is damaged rejects', async () => {
    const packed = gzipSync(text);
    const half = readBody(inPieces(packed.subarray(0, 60)), { ...reading, encoding: 'gzip' });
    await assert.rejects(half, { code: 'Z_BUF_ERROR' });
    const wrong = readBody(inPieces(Buffer.from(text)), { ...reading, encoding: 'gzip' });
    await assert.rejects(wrong, { code: 'Z_DATA_ERROR' });
  });
});
