// Stops a training run for another agent, once a person allowed it.
import * as z from 'zod';
import { StopWish } from '../../contract/training/runFolder.ts';
import { oneLine } from '../answerText.ts';
import { runName } from '../doorInputs.ts';
import { findRun, runWords } from '../doorRuns.ts';
import { doorTool } from '../doorTool.ts';

export const stopTraining = doorTool({
  name: 'toolr1_stop_training',
  title: 'Stop Training',
  description:
    'Stops one training run and waits until nothing of it runs any more. `after-step` ends the train step first; `now` does not. Checkpoints stay. A person is asked before.',
  effect: 'stops',
  input: z.object({ run: runName, wish: StopWish.default('after-step') }),
  activity: ({ run }) => `Stopping the run ${oneLine(run, 60)}`,
  confirmation: async ({ run, wish }, host) => {
    const found = await findRun(run, host);
    const when = wish === 'now' ? 'at once, in the middle of a train step' : 'after its train step';
    return {
      title: `Stop the training run ${found.name}?`,
      message: `It is stopped ${when}. Its checkpoints stay.\n\n${runWords(found)}`,
    };
  },
  call: async ({ run, wish }, host, { signal, onProgress }) => {
    const { place, name } = await findRun(run, host);
    const { runs, stop } = await host.openMachines();
    const held = await stop(place, wish, { signal, onProgress });
    const listing = await runs.listingOf(place, signal);
    const cards = held.map(
      ({ gpu, pid, name: program, mib }) =>
        `Card ${gpu} is still held by process ${pid} (${oneLine(program, 60)}, ${mib} MiB).`,
    );
    return [`${name} does not run any more.`, runWords(listing), ...cards].join('\n');
  },
});
