// `tool-r1 machine download`: every file of a checkpoint, to a folder of this computer.
import path from 'node:path';
import { formatBytes } from '../support/formatBytes.ts';
import { placeOfRun } from './chosenPlace.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { ProgressLine } from './progressLine.ts';
import { sanitise } from './sanitise.ts';
import { shortPath } from './shortPath.ts';

export interface MachineDownloadOptions {
  /** Name of a run, or MACHINE/NAME. */
  readonly run: string;
  readonly step: number;
  readonly folder: string;
}

export async function machineDownloadCommand(
  context: CommandContext,
  { run, step, folder }: MachineDownloadOptions,
): Promise<ExitCode> {
  const { terminal, openMachines, interrupts, cwd } = context;
  const { signal } = interrupts;
  const place = await placeOfRun(context, run);
  const { checkpoints } = await openMachines();
  const to = path.resolve(cwd, folder);
  const progress = new ProgressLine(terminal, () => performance.now());
  const onProgress: ProgressLine['show'] = (one) => progress.show(one);
  const bytes = await checkpoints
    .download(place, { step, to }, { signal, onProgress })
    .finally(() => progress.clear());
  terminal.message(
    sanitise(`Checkpoint ${step} is in ${shortPath(cwd, to)}: ${formatBytes(bytes)}`),
  );
  return exitCodes.ok;
}
