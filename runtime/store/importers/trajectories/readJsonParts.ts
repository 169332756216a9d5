// A file of JSON, or one member of an archive, part by part. The reader asks for more bytes only when the parts before were taken.
import { open } from 'node:fs/promises';
import { readFailure } from '../../storeErrors.ts';
import { JsonSplitter, type JsonPart, type JsonPath, type Splitting } from './jsonSplitter.ts';

const chunkBytes = 1024 * 1024;

/** @throws FailureError at boundary `store` when the file cannot be read, AbortError when the signal says so */
export async function* readJsonFile(
  file: string,
  splitting: Splitting,
  signal: AbortSignal,
): AsyncGenerator<JsonPart> {
  yield* splitJson(fileChunks(file, signal), splitting, signal);
}

/** Parts of what a stream brings. */
export async function* splitJson(
  chunks: AsyncIterable<Buffer>,
  splitting: Splitting,
  signal: AbortSignal,
): AsyncGenerator<JsonPart> {
  const splitter = new JsonSplitter(splitting);
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    yield* splitter.push(chunk);
  }
  yield* splitter.finish();
}

async function* fileChunks(file: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const failed = (error: unknown): never => {
    throw readFailure(file, error);
  };
  const handle = await open(file, 'r').catch(failed);
  try {
    for (;;) {
      signal.throwIfAborted();
      // A new buffer for each chunk: the splitter keeps slices of it until a part has ended.
      const buffer = Buffer.allocUnsafeSlow(chunkBytes);
      const { bytesRead } = await handle.read(buffer, 0, chunkBytes, null).catch(failed);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** `samples.3.messages`, for people; of a file with several documents with the number of the document, from 1. */
export function pathText(path: JsonPath): string {
  const [document, ...keys] = path;
  const place = keys.join('.');
  if (document === 0) return place === '' ? 'the whole file' : place;
  return `document ${String(Number(document) + 1)}${place === '' ? '' : `, ${place}`}`;
}
