// SHA-256 and size of a file of this computer, or of its beginning.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** @param length of the beginning that counts; the whole file by default. @returns `sha256` in lower-case hex, `size` as read */
export async function sha256Of(
  file: string,
  length = Number.POSITIVE_INFINITY,
): Promise<{ readonly sha256: string; readonly size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  if (length > 0) {
    for await (const piece of createReadStream(file, { end: length - 1 })) {
      const bytes = piece as Buffer;
      hash.update(bytes);
      size += bytes.length;
    }
  }
  return { sha256: hash.digest('hex'), size };
}
