// How the reward of one trajectory of a file came about.
import type { SampledReward } from '../../runtime/contract/runPanel.ts';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';

/** @param file of trajectories on this computer */
export async function readSampledReward(
  runtime: RuntimeRequests,
  file: string,
  id: string,
): Promise<SampledReward> {
  const { handle } = await runtime.request('open-trajectories', { file });
  try {
    const head = await runtime.request('read-trajectory', { handle, id });
    const { reward, verdicts, rows, ended } = head;
    return { reward, verdicts, rows, finalAnswer: ended?.finalAnswer ?? null };
  } finally {
    await runtime.request('close-trajectories', { handle });
  }
}
