// `tool-r1 machine detach NAME`: forgets a machine. What runs there goes on.
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';

export async function machineDetachCommand(
  { terminal, openMachines }: CommandContext,
  { name }: { readonly name: string },
): Promise<ExitCode> {
  const { machines } = await openMachines();
  await machines.detach(name);
  terminal.line(`Detached ${name}. What runs there goes on.`);
  return exitCodes.ok;
}
