// Writes files into one compressed archive (tar in the ustar form, gzip), the same bytes for the same files whoever packs them.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

export interface Packed {
  /** With forward slashes; at most 255 bytes. */
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
}

const block = 512;
/** Faster than the usual 6, and about as small for what is packed here. */
const compression = 3;

/** @throws when a file changes while it is packed, or has a name that does not fit */
export async function writeTarArchive(
  files: readonly Packed[],
  target: string,
  signal: AbortSignal,
): Promise<void> {
  const handle = await open(target, 'w');
  const source = Readable.from(tarBlocks(files));
  await pipeline(source, createGzip({ level: compression }), handle.createWriteStream(), {
    signal,
  });
}

async function* tarBlocks(files: readonly Packed[]): AsyncGenerator<Uint8Array> {
  for (const file of files) {
    yield header(file);
    let read = 0;
    for await (const piece of createReadStream(file.file)) {
      if (!(piece instanceof Uint8Array)) continue;
      read += piece.length;
      yield piece;
    }
    if (read !== file.bytes)
      throw new Error(`${file.file} changed while it was packed. Try again.`);
    yield new Uint8Array((block - (read % block)) % block);
  }
  yield new Uint8Array(2 * block);
}

/** https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html, "ustar Interchange Format" */
export function header({ name, bytes }: Pick<Packed, 'name' | 'bytes'>): Uint8Array {
  const [prefix, last] = splitName(name);
  const head = Buffer.alloc(block);
  const put = (text: string, at: number) => head.write(text, at, 'utf8');
  put(last, 0);
  put('0000644\0', 100);
  put('0000000\0', 108);
  put('0000000\0', 116);
  put(`${bytes.toString(8).padStart(11, '0')}\0`, 124);
  // The time of nobody: the archive holds what files are, not when they were written.
  put('00000000000\0', 136);
  put('        0', 148);
  put('ustar\u000000', 257);
  put(prefix, 345);
  const sum = head.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return head;
}

const mostName = 100;
const mostPrefix = 155;

/** A long name is parted at a slash. */
function splitName(name: string): readonly [prefix: string, last: string] {
  if (Buffer.byteLength(name) <= mostName) return ['', name];
  for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) {
    const [prefix, last] = [name.slice(0, at), name.slice(at + 1)];
    const fits = Buffer.byteLength(prefix) <= mostPrefix && Buffer.byteLength(last) <= mostName;
    if (fits && last !== '') return [prefix, last];
  }
  throw new Error(`The name ${name} is too long for an archive.`);
}
