// Deletes the checkpoints of a run on this disk that its policy does not keep: what a run does itself after each save.
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { KeepPolicy } from '../../contract/training/runFolder.ts';
import { systemCode } from '../../support/errors.ts';
import { readFailure, writeFailure } from '../storeErrors.ts';
import { type KeptCheckpoint, meanBefore, unkeptSteps } from './keptCheckpoints.ts';
import { readRunRecords } from './readRunRecords.ts';
import { runFiles } from './runFiles.ts';

/**
 * Gives the train steps whose checkpoints were deleted, oldest first.
 * @throws FailureError at boundary `store`
 */
export async function cleanCheckpoints(
  folder: string,
  keep: KeepPolicy,
  signal: AbortSignal,
): Promise<number[]> {
  const { checkpoints } = runFiles(folder);
  const gone = unkeptSteps(await findCheckpoints(folder, signal), keep);
  for (const step of gone) await remove(path.join(checkpoints, `checkpoint-${step}`));
  return gone;
}

async function findCheckpoints(folder: string, signal: AbortSignal): Promise<KeptCheckpoint[]> {
  const { checkpoints } = runFiles(folder);
  const names = await namesIn(checkpoints);
  const steps = names.flatMap((name) => /^checkpoint-(\d+)$/.exec(name)?.[1] ?? []).map(Number);
  const { metrics } = await readRunRecords(folder, signal);
  return Promise.all(
    steps.map(async (step) => {
      const inside = await namesIn(path.join(checkpoints, `checkpoint-${step}`));
      const isWhole = inside.includes('rollout_state.jsonl');
      const isPinned = inside.includes('pinned');
      return { step, isWhole, isPinned, reward: meanBefore(metrics, 'reward/total', step) };
    }),
  );
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return [];
    throw readFailure(folder, error);
  }
}

/** Its last part first: whatever interrupts this, what is left is no whole checkpoint. */
async function remove(checkpoint: string): Promise<void> {
  try {
    await rm(path.join(checkpoint, 'rollout_state.jsonl'), { force: true });
    await rm(checkpoint, { recursive: true, force: true });
  } catch (error) {
    throw writeFailure(checkpoint, error);
  }
}
