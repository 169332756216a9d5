// Reads tasks from a file of another kind, chosen by its name and by what is in it.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { HumanError } from '../../support/errors.ts';
import { readFailure } from '../storeErrors.ts';
import { csvTasks } from './csvTasks.ts';
import type { ImportedTasks } from './importedTasks.ts';
import { jsonLinesTasks } from './jsonLinesTasks.ts';

const tableNames = new Set(['.csv', '.tsv']);
const lineNames = new Set(['.jsonl', '.ndjson']);

/**
 * @throws HumanError for a file that holds no tasks of a known kind, FailureError at boundary `store` for one that cannot be
 * read
 */
export async function readForeignTasks(file: string, signal: AbortSignal): Promise<ImportedTasks> {
  const extension = path.extname(file).toLowerCase();
  if (lineNames.has(extension)) return whole(file, await jsonLinesTasks(file, signal));
  if (!tableNames.has(extension)) {
    throw new HumanError(
      `Tasks are imported from JSON Lines (*.jsonl, GAIA's metadata.jsonl too) and from tables (*.csv, *.tsv). ${file} is neither.`,
    );
  }
  const bytes = await readFile(file, { signal }).catch((error: unknown) => {
    throw readFailure(file, error);
  });
  return whole(file, csvTasks(file, decode(bytes)));
}

function whole(file: string, imported: ImportedTasks): ImportedTasks {
  if (imported.tasks.length > 0 || imported.problems.length > 0) return imported;
  throw new HumanError(`${file} holds no tasks.`);
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
