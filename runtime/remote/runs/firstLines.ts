// How a long file of lines begins.
import { open } from 'node:fs/promises';
import { readFailure } from '../../store/storeErrors.ts';
import { systemCode } from '../../support/errors.ts';

/**
 * The whole lines among the first bytes; none while the file is not there.
 * @throws FailureError at boundary `store`
 */
export async function firstLines(file: string, bytes: number): Promise<readonly string[]> {
  try {
    const handle = await open(file, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
      return buffer.toString('utf8', 0, bytesRead).split('\n').slice(0, -1);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return [];
    throw readFailure(file, error);
  }
}
