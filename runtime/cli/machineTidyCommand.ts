// `tool-r1 machine tidy NAME`: deletes programs of earlier versions from a machine, or says which they are.
import type { MachineName } from '../contract/machine.ts';
import type { MachinePart } from '../remote/provision/tidyMachine.ts';
import { formatBytes } from '../support/formatBytes.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { sanitise } from './sanitise.ts';
import type { Terminal } from './terminal.ts';
import { textTable } from './textTable.ts';

export interface MachineTidyOptions {
  readonly name: MachineName;
  readonly dryRun: boolean;
  readonly json: boolean;
}

export async function machineTidyCommand(
  { terminal, openMachines, interrupts }: CommandContext,
  { name, dryRun, json }: MachineTidyOptions,
): Promise<ExitCode> {
  const { tidy } = await openMachines();
  const { unused, kept } = await tidy(name, dryRun, interrupts.signal);
  if (json) {
    for (const part of [...unused, ...kept]) terminal.line(JSON.stringify(part));
    return exitCodes.ok;
  }
  showParts(terminal, [...unused, ...kept]);
  const bytes = unused.reduce((sum, one) => sum + one.bytes, 0);
  const did = dryRun ? 'Would delete' : 'Deleted';
  terminal.message(
    unused.length === 0
      ? 'Everything there is used.'
      : `${did} what nothing uses: ${formatBytes(bytes)}. A run that is resumed gets the newest program.`,
  );
  return exitCodes.ok;
}

function showParts(terminal: Terminal, parts: readonly MachinePart[]): void {
  const rows = parts.map(({ name, bytes, usedBy }) => [
    name,
    formatBytes(bytes),
    usedBy.length === 0 ? 'not used' : `used by ${usedBy.join(', ')}`,
  ]);
  for (const line of textTable(rows)) terminal.line(sanitise(line));
}
