// `tool-r1 machine attach NAME`: connects, sees what is there, and remembers it. ssh asks on the terminal where it has to.
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { describeFacts } from './machineFactsText.ts';

export interface MachineAttachOptions {
  readonly name: string;
  readonly json: boolean;
}

export async function machineAttachCommand(
  { terminal, openMachines, interrupts }: CommandContext,
  { name, json }: MachineAttachOptions,
): Promise<ExitCode> {
  const { machines } = await openMachines();
  const listing = await machines.attach(name, interrupts.signal);
  if (json) {
    terminal.line(JSON.stringify(listing));
    return exitCodes.ok;
  }
  const { facts } = listing;
  terminal.line(`${terminal.palette.good('Attached')} ${name}`);
  if (facts === null) return exitCodes.ok;
  terminal.line(`${facts.user}@${facts.host}: ${describeFacts(facts)}`);
  if (facts.gpuProblem !== null) terminal.line(facts.gpuProblem);
  terminal.line(`See what is missing for training by: tool-r1 machine check ${name}`);
  return exitCodes.ok;
}
