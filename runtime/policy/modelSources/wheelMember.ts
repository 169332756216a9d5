// Takes one file out of a wheel (a wheel is a zip) as a stream, so that a big member never lies in memory whole.
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Entry, ZipFile } from 'yauzl';
import { open } from 'yauzl';

export interface WheelMember {
  readonly wheel: string;
  readonly member: string;
  readonly target: string;
  readonly signal: AbortSignal;
  readonly onBytes: (done: number) => void;
}

/** @throws Error that names the member when the wheel does not hold it, or the zip or system error */
export async function extractWheelMember(request: WheelMember): Promise<void> {
  const zip = await openZip(request.wheel);
  try {
    const entry = await findEntry(zip, request.member);
    const stream = await openEntry(zip, entry);
    const target = createWriteStream(request.target);
    await pipeline(stream, counter(request.onBytes), target, { signal: request.signal });
  } finally {
    zip.close();
  }
}

function openZip(file: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(file, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error === null) resolve(zip);
      else reject(error);
    });
  });
}

function findEntry(zip: ZipFile, member: string): Promise<Entry> {
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      if (entry.fileName === member) resolve(entry);
      else zip.readEntry();
    });
    zip.on('end', () => reject(new Error(`the wheel holds no ${member}`)));
    zip.on('error', reject);
    zip.readEntry();
  });
}

function openEntry(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error === null) resolve(stream);
      else reject(error);
    });
  });
}

function counter(onBytes: (done: number) => void): Transform {
  let done = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      done += chunk.byteLength;
      onBytes(done);
      next(null, chunk);
    },
  });
}
