// One line out of a file of any size, read as a stream: the file is never one string.
import { createReadStream } from 'node:fs';

export interface FoundLine {
  readonly text: string;
  /** Bytes of it that were left out. */
  readonly leftOut: number;
}

const newline = 0x0a;

/** @param line from 1 @returns null when the file has fewer lines */
export async function lineOfFile(
  file: string,
  line: number,
  maxBytes = 5_000_000,
): Promise<FoundLine | null> {
  const parts: Buffer[] = [];
  let kept = 0;
  let leftOut = 0;
  let current = 1;
  let sawAny = false;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    const bytes = bufferOf(chunk);
    let from = 0;
    while (current <= line && from < bytes.length) {
      const end = bytes.indexOf(newline, from);
      const to = end === -1 ? bytes.length : end;
      if (current === line) {
        sawAny = true;
        const part = bytes.subarray(from, Math.min(to, from + maxBytes - kept));
        parts.push(Buffer.from(part));
        kept += part.length;
        leftOut += to - from - part.length;
      }
      if (end !== -1) current += 1;
      from = to + 1;
    }
    if (current > line) break;
  }
  if (!sawAny) return null;
  return { text: Buffer.concat(parts).toString('utf8').replace(/\r$/, ''), leftOut };
}

function bufferOf(chunk: unknown): Buffer {
  if (Buffer.isBuffer(chunk)) return chunk;
  throw new TypeError('a stream without an encoding gives buffers');
}
