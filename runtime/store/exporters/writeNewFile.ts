// Writes a file that is not there yet: it appears under its name when it is whole, and never replaces another.
import { randomBytes } from 'node:crypto';
import { constants, copyFile, link, lstat, open, unlink } from 'node:fs/promises';
import path from 'node:path';
import { failure, FailureError, HumanError, isAbort, systemCode } from '../../support/errors.ts';
import { writeFailure } from '../storeErrors.ts';

/** @throws FailureError at boundary `store`; `store/exists` when the name is taken; and what the pieces say went wrong */
export async function writeNewFile(
  file: string,
  pieces: AsyncIterable<string | Buffer>,
): Promise<void> {
  const part = path.join(
    path.dirname(file),
    `.${path.basename(file)}.${randomBytes(4).toString('hex')}.part`,
  );
  try {
    await refuseTaken(file);
    await writePieces(part, pieces);
    await giveName(part, file);
  } catch (error) {
    throw toFailure(file, error);
  } finally {
    await unlink(part).catch(() => undefined);
  }
}

/** Said before the work; that nothing is replaced, if the name is taken meanwhile, is the business of `giveName`. */
async function refuseTaken(file: string): Promise<void> {
  const isFree = await lstat(file).then(
    () => false,
    () => true,
  );
  if (!isFree) throw taken(file);
}

/** Pieces are often small and many: they go to the disk together. */
const togetherBytes = 1_000_000;

async function writePieces(part: string, pieces: AsyncIterable<string | Buffer>): Promise<void> {
  const handle = await open(part, 'wx');
  try {
    let [waiting, bytes]: [Buffer[], number] = [[], 0];
    for await (const piece of pieces) {
      const buffer = typeof piece === 'string' ? Buffer.from(piece) : piece;
      waiting.push(buffer);
      bytes += buffer.length;
      if (bytes < togetherBytes) continue;
      await handle.appendFile(Buffer.concat(waiting));
      [waiting, bytes] = [[], 0];
    }
    await handle.appendFile(Buffer.concat(waiting));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Some file systems have no second names for a file; there a copy is made that replaces nothing either. */
async function giveName(part: string, file: string): Promise<void> {
  try {
    await link(part, file);
  } catch (error) {
    if (systemCode(error) === 'EEXIST') throw error;
    await copyFile(part, file, constants.COPYFILE_EXCL);
  }
}

function toFailure(file: string, error: unknown): Error {
  if (error instanceof FailureError || error instanceof HumanError) return error;
  if (error instanceof Error && isAbort(error)) return error;
  if (systemCode(error) === 'EEXIST') return taken(file, error);
  if (systemCode(error) === 'ENOENT') {
    const folder = path.dirname(file);
    return failure('store', 'no-folder', `There is no folder ${folder}. Choose another.`, error);
  }
  return writeFailure(file, error);
}

function taken(file: string, error?: unknown): FailureError {
  const message = `${file} is there already and is not replaced. Choose another name.`;
  return failure('store', 'exists', message, error);
}
