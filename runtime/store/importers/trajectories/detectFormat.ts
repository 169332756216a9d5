// Finds out which program wrote a file of trajectories, from its name and its beginning.
import { open } from 'node:fs/promises';
import path from 'node:path';
import { HumanError } from '../../../support/errors.ts';
import { readAt } from '../../lineBlocks.ts';
import { readFailure } from '../../storeErrors.ts';
import type { ForeignFormat } from './foreignFormat.ts';

const headBytes = 64 * 1024;

/** The formats that take the file for theirs; one, unless two programs write alike. */
export async function formatsOf(
  file: string,
  formats: readonly ForeignFormat[],
): Promise<ForeignFormat[]> {
  const head = await readHead(file);
  return formats.filter((format) => format.detect(file, head));
}

/**
 * The one format of the file.
 * @throws HumanError that names the candidates when there is not exactly one, FailureError at boundary `store` for a file that
 * cannot be read
 */
export async function detectFormat(
  file: string,
  formats: readonly ForeignFormat[],
): Promise<ForeignFormat> {
  const [found, ...others] = await formatsOf(file, formats);
  if (found !== undefined && others.length === 0) return found;
  const name = path.basename(file);
  const isOne =
    found === undefined
      ? 'is no file of trajectories that is known'
      : 'could be of more than one kind';
  const candidates = found === undefined ? formats : [found, ...others];
  const list = candidates.map(({ id, title }) => `${id} (${title})`).join(', ');
  throw new HumanError(`${name} ${isOne}. Name its format with --format: ${list}.`);
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw readFailure(file, error);
  });
  try {
    return await readAt(handle, 0, headBytes);
  } catch (error) {
    throw readFailure(file, error);
  } finally {
    await handle.close();
  }
}
