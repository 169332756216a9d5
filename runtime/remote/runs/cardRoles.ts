// Which graphics cards of a run train and which sample, as its processes were given them. Pure.
import type { ProcessName, RunJob } from '../../contract/training/runFolder.ts';
import type { RunPage } from '../../contract/training/runView.ts';

/** Null for a run on the processor, and for one whose commands are not known. */
export function cardRoles({ device, processes }: RunJob): RunPage['cards'] {
  if (device === 'cpu' || processes.commands.length === 0) return null;
  return { train: cardsOf(processes, 'trainer'), sample: cardsOf(processes, 'tokens') };
}

function cardsOf({ commands }: RunJob['processes'], process: ProcessName): number[] {
  const given = commands.find(({ name }) => name === process)?.env['CUDA_VISIBLE_DEVICES'] ?? '';
  return given === '' ? [] : given.split(',').map(Number);
}
