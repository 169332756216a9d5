// Opens a file of trajectories with the format that takes it.
import { open, stat } from 'node:fs/promises';
import { failure, HumanError } from '../../support/errors.ts';
import { readAt } from '../lineBlocks.ts';
import { readFailure } from '../storeErrors.ts';
import type { RecordSource } from './recordSource.ts';
import { chooseFormat, type TrajectoryFormat } from './trajectoryFormat.ts';

const headBytes = 64 * 1024;

/** @throws FailureError or HumanError that says why the file cannot be opened */
export async function openSource(
  formats: readonly TrajectoryFormat[],
  file: string,
): Promise<RecordSource> {
  const stats = await stat(file).catch((error: unknown) => {
    throw readFailure(file, error);
  });
  if (stats.isDirectory()) {
    throw failure('store', 'is-folder', `${file} is a folder. Name a file in it.`);
  }
  if (!stats.isFile()) {
    // Opening a pipe would wait for someone to write into it.
    throw new HumanError(`${file} is no ordinary file, so it cannot be read from any place on.`);
  }
  const head = await readHeadBytes(file);
  return chooseFormat(formats, file, head, head.length === stats.size).open(file);
}

async function readHeadBytes(file: string): Promise<Buffer> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw readFailure(file, error);
  });
  try {
    return await readAt(handle, 0, headBytes);
  } finally {
    await handle.close();
  }
}
