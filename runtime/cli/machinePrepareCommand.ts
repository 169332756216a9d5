// `tool-r1 machine prepare NAME`: brings a machine what runs need there.
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import type { MachineCallOptions } from './machineCheckCommand.ts';
import { ProgressLine } from './progressLine.ts';
import { sanitise } from './sanitise.ts';

export async function machinePrepareCommand(
  { terminal, openMachines, interrupts }: CommandContext,
  { name, json }: MachineCallOptions,
): Promise<ExitCode> {
  const { training } = await openMachines();
  const progress = new ProgressLine(terminal, () => performance.now());
  const { signal } = interrupts;
  const done = await training
    .provision(name, { signal, onProgress: (step) => progress.show(step) })
    .finally(() => progress.clear());
  if (json) {
    terminal.line(JSON.stringify(done));
    return exitCodes.ok;
  }
  for (const line of done.did) terminal.line(sanitise(line));
  terminal.line(done.did.length === 0 ? 'All was there already.' : `${sanitise(name)} is ready.`);
  return exitCodes.ok;
}
