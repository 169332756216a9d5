// Tells git that the label file is a set of lines, so that two branches which both added labels merge without a conflict.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemCode } from '../../support/errors.ts';
import { writeFailure } from '../storeErrors.ts';

/** Git's built-in driver that keeps the lines of both sides. */
const attribute = 'labels.jsonl merge=union';
const isSaid = /^\s*labels\.jsonl\s.*\bmerge\b/m;

/**
 * Writes the attribute into `.gitattributes` of the folder, unless something is said about the label file there already.
 * The folder must exist.
 * @throws FailureError at boundary `store`
 */
export async function keepMergeable(folder: string): Promise<void> {
  const file = path.join(folder, '.gitattributes');
  try {
    const before = await readFile(file, 'utf8').catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return '';
      throw error;
    });
    if (isSaid.test(before)) return;
    const lineEnd = before === '' || before.endsWith('\n') ? '' : '\n';
    await writeFile(file, `${lineEnd}${attribute}\n`, { flag: 'a' });
  } catch (error) {
    throw writeFailure(file, error);
  }
}
