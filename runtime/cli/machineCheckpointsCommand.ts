// `tool-r1 machine checkpoints`: the checkpoints of a run, newest first.
import type { CheckpointListing } from '../contract/training/runView.ts';
import { formatBytes } from '../support/formatBytes.ts';
import { placeOfRun } from './chosenPlace.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { percent } from './percent.ts';
import { sanitise } from './sanitise.ts';
import { textTable } from './textTable.ts';

export interface MachineCheckpointsOptions {
  /** Name of a run, or MACHINE/NAME. */
  readonly run: string;
  readonly json: boolean;
}

export async function machineCheckpointsCommand(
  context: CommandContext,
  { run, json }: MachineCheckpointsOptions,
): Promise<ExitCode> {
  const { terminal, openMachines, interrupts } = context;
  const place = await placeOfRun(context, run);
  const { checkpoints: service } = await openMachines();
  const { checkpoints, keep } = await service.list(place, interrupts.signal);
  if (json) {
    for (const checkpoint of checkpoints) terminal.line(JSON.stringify(checkpoint));
    return exitCodes.ok;
  }
  if (checkpoints.length === 0) {
    terminal.message('The run has no checkpoint yet.');
    return exitCodes.ok;
  }
  const head = ['step', 'saved', 'size', 'reward', 'pass rate', 'held out', 'kept as', 'resume'];
  for (const line of textTable([head, ...checkpoints.map(rowOf)])) terminal.line(sanitise(line));
  terminal.message(`A clean-up keeps the newest ${keep.last}, the best ${keep.best}, and pins.`);
  return exitCodes.ok;
}

function rowOf(checkpoint: CheckpointListing): string[] {
  const { step, savedAt, bytes, reward, passRate, kept, whyNotResumable } = checkpoint;
  return [
    String(step),
    savedAt.slice(0, 16).replace('T', ' '),
    formatBytes(bytes),
    reward?.toFixed(3) ?? '-',
    passRate === null ? '-' : percent(passRate),
    heldOutText(checkpoint),
    kept.join(', ') || '-',
    whyNotResumable ?? 'yes',
  ];
}

function heldOutText({ heldOut }: CheckpointListing): string {
  if (heldOut === null) return '-';
  const { passRate, low, high, tasks } = heldOut;
  return `${percent(passRate)} of ${tasks} (${percent(low)} to ${percent(high)})`;
}
