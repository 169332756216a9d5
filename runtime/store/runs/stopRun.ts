// Asks the supervisor of a run to stop, by a file that it looks for.
import type { StopWish } from '../../contract/training/runFolder.ts';
import { replaceFile } from '../atomicFile.ts';
import { runFiles } from './runFiles.ts';

/** @throws FailureError at boundary `store` */
export async function askToStop(folder: string, wish: StopWish): Promise<void> {
  await replaceFile(runFiles(folder).stop, [wish]);
}
