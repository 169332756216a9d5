// The checkpoints of a training run, for other agents.
import * as z from 'zod';
import type { CheckpointListing } from '../../contract/training/runView.ts';
import { formatBytes } from '../../support/formatBytes.ts';
import { facts, pageOf, rowsText } from '../answerText.ts';
import { rowLimit, rowOffset, runName } from '../doorInputs.ts';
import { findRun } from '../doorRuns.ts';
import { doorTool } from '../doorTool.ts';

export const listCheckpoints = doorTool({
  name: 'toolr1_list_checkpoints',
  title: 'List Checkpoints',
  description:
    'Lists the checkpoints of one training run, newest first: train step, size, reward, pass rate, why it is kept, and whether training can go on from it. Asks the machine of the run.',
  effect: 'reads',
  input: z.object({ run: runName, offset: rowOffset, limit: rowLimit }),
  activity: ({ run }) => `Listing the checkpoints of ${run}`,
  call: async ({ run, ...page }, host, { signal }) => {
    const { place } = await findRun(run, host);
    const { checkpoints } = await host.openMachines();
    const { checkpoints: listed } = await checkpoints.list(place, signal);
    return rowsText({ what: 'checkpoints', ...pageOf(listed, page, checkpointWords) });
  },
});

function checkpointWords(checkpoint: CheckpointListing): string {
  const { step, savedAt, bytes, reward, passRate, heldOut, kept, whyNotResumable } = checkpoint;
  return facts(
    `step ${step}`,
    `saved ${savedAt}`,
    formatBytes(bytes),
    reward === null ? null : `reward ${reward.toFixed(3)}`,
    passRate === null ? null : `pass rate ${passRate.toFixed(3)}`,
    heldOut === null ? null : `held out ${heldOut.passRate.toFixed(3)} of ${heldOut.tasks} tasks`,
    kept.length === 0 ? null : `kept as ${kept.join(', ')}`,
    whyNotResumable === null ? 'can be resumed' : `cannot be resumed: ${whyNotResumable}`,
  );
}
