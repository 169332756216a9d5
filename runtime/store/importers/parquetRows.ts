// Reads a Parquet table row by row, as plain values that JSON can hold.
import { open } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { parquetMetadataAsync, parquetReadObjects, type AsyncBuffer } from 'hyparquet';
import { errorMessage, HumanError } from '../../support/errors.ts';
import { readFailure } from '../storeErrors.ts';

/** What Node can unpack beside the two ways that the reader knows by itself, none and Snappy. */
const compressors = {
  GZIP: (input: Uint8Array) => gunzipSync(input),
  BROTLI: (input: Uint8Array) => brotliDecompressSync(input),
};

/**
 * All rows, one row group after the other.
 * @throws HumanError for a file that is no Parquet table or is packed in another way, FailureError at boundary `store` for one
 * that cannot be opened, AbortError when the signal says so
 */
export async function readParquetRows(file: string, signal: AbortSignal): Promise<unknown[]> {
  const handle = await open(file).catch((error: unknown) => {
    throw readFailure(file, error);
  });
  try {
    const buffer = await bufferOf(handle);
    const metadata = await parquetMetadataAsync(buffer).catch(notParquet(file));
    const rows: unknown[] = [];
    for (const group of metadata.row_groups) {
      signal.throwIfAborted();
      const [rowStart, rowEnd] = [rows.length, rows.length + Number(group.num_rows)];
      const options = { file: buffer, metadata, rowStart, rowEnd, compressors };
      const read = await parquetReadObjects(options).catch(notParquet(file));
      rows.push(...read.map(plainValue));
    }
    return rows;
  } finally {
    await handle.close();
  }
}

type Handle = Awaited<ReturnType<typeof open>>;

async function bufferOf(handle: Handle): Promise<AsyncBuffer> {
  const { size } = await handle.stat();
  return {
    byteLength: size,
    slice: async (start, end = size) => {
      const bytes = new Uint8Array(end - start);
      await handle.read(bytes, 0, bytes.length, start);
      return bytes.buffer;
    },
  };
}

function notParquet(file: string): (error: unknown) => never {
  return (error) => {
    throw new HumanError(
      `${file} cannot be read as a Parquet table: ${errorMessage(error)}. Write it anew without compression or with snappy, gzip or brotli, or save it as JSON Lines.`,
    );
  };
}

/** Whole numbers of 64 bits become numbers where they fit, else their digits; moments ISO 8601; bytes base64. */
function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  }
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainValue(item)]));
}
