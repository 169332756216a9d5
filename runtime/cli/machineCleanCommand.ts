// `tool-r1 machine clean`: deletes the checkpoints of a run that are not kept, or says what they are.
import type { KeepPolicy } from '../contract/training/runFolder.ts';
import { formatBytes } from '../support/formatBytes.ts';
import { placeOfRun } from './chosenPlace.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';

export interface MachineCleanOptions {
  /** Name of a run, or MACHINE/NAME. */
  readonly run: string;
  /** Null for that of the run. */
  readonly keep: KeepPolicy | null;
  readonly dryRun: boolean;
}

export async function machineCleanCommand(
  context: CommandContext,
  { run, keep: wanted, dryRun }: MachineCleanOptions,
): Promise<ExitCode> {
  const { terminal, openMachines, interrupts } = context;
  const { signal } = interrupts;
  const place = await placeOfRun(context, run);
  const { checkpoints } = await openMachines();
  const keep = wanted ?? (await checkpoints.list(place, signal)).keep;
  const { deleted, freedBytes } = await checkpoints.clean(place, { keep, dryRun }, signal);
  if (deleted.length === 0) {
    terminal.message('Every checkpoint is kept.');
    return exitCodes.ok;
  }
  const did = dryRun ? 'Would delete' : 'Deleted';
  terminal.message(`${did} checkpoints ${deleted.join(', ')}: ${formatBytes(freedBytes)}`);
  return exitCodes.ok;
}
