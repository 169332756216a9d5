// Ends what samples on another machine for a run that was stopped.
import { SamplerJob } from '../../contract/training/samplerJob.ts';
import type { SamplerPlace } from '../../contract/training/samplerPlace.ts';
import { failure, FailureError } from '../../support/errors.ts';
import { parseJson } from '../../support/parseJson.ts';
import type { MachineLink } from '../link/machineLink.ts';
import { endRun } from './endRun.ts';

/**
 * Resolves when nothing of it lives, with the cards that it had; those of its run asked it to end before.
 * @param trainerFolder on this computer; holds supervisor.py
 * @throws FailureError `remote/not-stopped` where that cannot be known
 */
export async function stopSampler(
  link: MachineLink,
  { machine, folder }: SamplerPlace,
  { trainerFolder, signal }: { readonly trainerFolder: string; readonly signal: AbortSignal },
): Promise<readonly number[]> {
  try {
    const file = { path: `${folder}/run.json`, stamp: null };
    const seen = await link.look({ folders: [], files: [file], followed: [], pids: [] }, signal);
    const job = parseJson(SamplerJob, seen.files[0]?.text ?? '');
    // Deleted by hand; its processes end with it.
    if (!job.ok) return [];
    await endRun(link, { folder, trainerFolder }, signal);
    return job.value.cards;
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.code !== 'remote/offline') throw error;
    throw failure(
      'remote',
      'not-stopped',
      `The run is stopped, but ${machine}, which samples for it, cannot be reached: ${error.message} Its servers end by themselves when they have not been called for half an hour. Stop the run again later to be sure.`,
    );
  }
}
