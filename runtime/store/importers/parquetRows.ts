// Reads a Parquet table row by row, as plain values that JSON can hold.
import { open } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  type AsyncBuffer,
  type FileMetaData,
  type SchemaTree,
} from 'hyparquet';
import { errorMessage, HumanError } from '../../support/errors.ts';
import { readFailure } from '../storeErrors.ts';

/** What Node can unpack beside the two ways that the reader knows by itself, none and Snappy. */
const compressors = {
  GZIP: (input: Uint8Array) => gunzipSync(input),
  BROTLI: (input: Uint8Array) => brotliDecompressSync(input),
};

/**
 * All rows.
 * @throws HumanError for a file that is no Parquet table or is packed in another way, FailureError at boundary `store` for one
 * that cannot be opened, AbortError when the signal says so
 */
export async function readParquetRows(file: string, signal: AbortSignal): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const row of parquetRows(file, signal)) rows.push(row);
  return rows;
}

/** The same one by one: a row group is in memory at a time. */
export async function* parquetRows(file: string, signal: AbortSignal): AsyncGenerator {
  const table = await openTable(file);
  try {
    let rowStart = 0;
    for (const group of table.metadata.row_groups) {
      signal.throwIfAborted();
      const rowEnd = rowStart + Number(group.num_rows);
      const options = { ...table, rowStart, rowEnd, compressors };
      const read = await parquetReadObjects(options).catch(notParquet(file));
      yield* read.map(plainValue);
      rowStart = rowEnd;
    }
  } finally {
    await table.close();
  }
}

/** The columns that hold numbers: a row without one does not tell. */
export async function parquetNumberColumns(file: string): Promise<ReadonlySet<string>> {
  const { metadata, close } = await openTable(file);
  await close();
  const numbers = new Set<unknown>(['INT32', 'INT64', 'FLOAT', 'DOUBLE']);
  const columns = parquetSchema(metadata).children.map(({ element }) => element);
  return new Set(columns.filter(({ type }) => numbers.has(type)).map(({ name }) => name));
}

async function openTable(path: string): Promise<Table> {
  const handle = await open(path).catch((error: unknown) => {
    throw readFailure(path, error);
  });
  try {
    const file = await bufferOf(handle);
    const metadata = await parquetMetadataAsync(file).then(checkedColumns).catch(notParquet(path));
    return { file, metadata, close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * The reader starts all columns of a row group before it looks for them by name. One that it does not look for may fail unseen,
 * and a failure that nobody sees ends the process.
 */
function checkedColumns(metadata: FileMetaData): FileMetaData {
  const leaves = new Set(leafPaths(parquetSchema(metadata)));
  for (const { columns } of metadata.row_groups) {
    const paths = columns.map((column) => column.meta_data?.path_in_schema.join('.') ?? '');
    const isWhole = new Set(paths).size === leaves.size && paths.length === leaves.size;
    if (!isWhole || !paths.every((one) => leaves.has(one))) {
      throw new Error('its columns are not those of its schema');
    }
  }
  return metadata;
}

function leafPaths({ children, path }: SchemaTree): string[] {
  return children.length === 0 ? [path.join('.')] : children.flatMap(leafPaths);
}

interface Table {
  readonly file: AsyncBuffer;
  readonly metadata: FileMetaData;
  readonly close: () => Promise<void>;
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
