// `tool-r1 machine check NAME`: whether a machine is fit for training.
import { showChecks } from './checksView.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { describeFacts } from './machineFactsText.ts';
import { sanitise } from './sanitise.ts';

export interface MachineCallOptions {
  readonly name: string;
  readonly json: boolean;
}

export async function machineCheckCommand(
  { terminal, openMachines, interrupts }: CommandContext,
  { name, json }: MachineCallOptions,
): Promise<ExitCode> {
  const { training } = await openMachines();
  terminal.status(sanitise(`Looking what ${name} has`));
  const { facts, checks } = await training.inspect(name, { signal: interrupts.signal });
  terminal.status('');
  if (json) for (const check of checks) terminal.line(JSON.stringify(check));
  else {
    terminal.line(sanitise(`${facts.user}@${facts.host}: ${describeFacts(facts)}`));
    terminal.line();
    showChecks(terminal, checks);
  }
  return checks.some(({ state }) => state === 'fail') ? exitCodes.unexpected : exitCodes.ok;
}
