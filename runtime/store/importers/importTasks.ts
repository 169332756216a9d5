// Reads tasks from a file of another kind, chosen by its name and by what is in it.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { HumanError } from '../../support/errors.ts';
import { readFailure } from '../storeErrors.ts';
import { csvTasks } from './csvTasks.ts';
import type { ImportedTasks } from './importedTasks.ts';
import { jsonLinesTasks } from './jsonLinesTasks.ts';
import { jsonListTasks, rowTasks } from './rowTasks.ts';

/**
 * @throws HumanError for a file that holds no tasks of a known kind, FailureError at boundary `store` for one that cannot be
 * read
 */
export async function readForeignTasks(file: string, signal: AbortSignal): Promise<ImportedTasks> {
  const imported = await readByName(file, signal);
  if (imported.tasks.length > 0 || imported.problems.length > 0) return imported;
  throw new HumanError(`${file} holds no tasks.`);
}

async function readByName(file: string, signal: AbortSignal): Promise<ImportedTasks> {
  switch (path.extname(file).toLowerCase()) {
    case '.jsonl':
    case '.ndjson':
      return jsonLinesTasks(file, signal);
    case '.json':
      return jsonListTasks(file, await readText(file, signal));
    case '.csv':
    case '.tsv':
      return csvTasks(file, await readText(file, signal));
    case '.parquet': {
      const { readParquetRows } = await import('./parquetRows.ts');
      return rowTasks(file, await readParquetRows(file, signal), 'Parquet');
    }
    default:
      throw new HumanError(
        `Tasks are imported from JSON Lines (*.jsonl, GAIA's metadata.jsonl too), JSON lists (*.json), tables (*.csv, *.tsv) and Parquet (*.parquet). ${file} is none of these.`,
      );
  }
}

async function readText(file: string, signal: AbortSignal): Promise<string> {
  const bytes = await readFile(file, { signal }).catch((error: unknown) => {
    throw readFailure(file, error);
  });
  return decode(bytes);
}

/** UTF-8 with or without its mark, UTF-16 with it; what is neither was most likely written by a spreadsheet in Windows-1252. */
function decode(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (isUtf16) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
