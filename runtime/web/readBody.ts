// Reads the body of an answer, decompressed as it comes in and never beyond its limit: a small body that would fill the memory
// when unpacked is left where it is.
import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { formatBytes } from '../support/formatBytes.ts';
import { WebError } from './web.ts';

/** What is asked for; other encodings are not understood. */
export const acceptedEncodings = 'gzip, br';

export interface BodyReading {
  /** Value of Content-Encoding; null for none. */
  readonly encoding: string | null;
  /** Value of Content-Length; null where unknown. */
  readonly announcedBytes: number | null;
  readonly maxBytes: number;
  /** For messages. */
  readonly url: string;
}

/** @throws WebError `too-large`, `unreachable`; or what the stream broke with */
export async function readBody(body: Readable, reading: BodyReading): Promise<Uint8Array> {
  try {
    if ((reading.announcedBytes ?? 0) > reading.maxBytes) throw tooLarge(reading);
    const decoders = decodersOf(reading);
    const limited = (source: AsyncIterable<Uint8Array>) => withinLimit(source, reading);
    return await joined(limited(decoded(limited(body), decoders)));
  } finally {
    body.destroy();
  }
}

function decoded(
  source: AsyncIterable<Uint8Array>,
  decoders: readonly Transform[],
): AsyncIterable<Uint8Array> {
  const last = decoders.at(-1);
  if (last === undefined) return source;
  // Errors reach whoever reads the last stream, so nothing is left to say when all are done.
  pipeline([Readable.from(source), ...decoders], () => undefined);
  return last;
}

async function* withinLimit(
  source: AsyncIterable<Uint8Array>,
  reading: BodyReading,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > reading.maxBytes) throw tooLarge(reading);
    yield chunk;
  }
}

async function joined(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

/** In the order in which they are to be applied: the last encoding was put on last. */
function decodersOf({ encoding, url }: BodyReading): Transform[] {
  const names = (encoding ?? '').toLowerCase().split(',');
  return names
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
    .reverse()
    .map((name) => decoderOf(name, url));
}

function decoderOf(name: string, url: string): Transform {
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return createInflate();
    default:
      throw new WebError(
        'unreachable',
        `${url} answered in the compression "${name}", which cannot be read here.`,
      );
  }
}

function tooLarge({ maxBytes, url }: BodyReading): WebError {
  return new WebError(
    'too-large',
    `${url} is larger than the ${formatBytes(maxBytes)} that are read. Look for a smaller page or a part of it.`,
  );
}
