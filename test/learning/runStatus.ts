// How far a training run got, as its supervisor wrote it down.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { RunStatus } from '../../runtime/contract/training/runFolder.ts';
import { systemCode } from '../../runtime/support/errors.ts';
import { parseJson } from '../../runtime/support/parseJson.ts';

/** Null when there is no such run. @throws Error when the file holds something else */
export async function readStatus(runFolder: string): Promise<RunStatus | null> {
  const file = path.join(runFolder, 'status.json');
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
  const parsed = parseJson(RunStatus, text);
  if (!parsed.ok) throw new Error(`${file}: ${parsed.problem}`);
  return parsed.value;
}
