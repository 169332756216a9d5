// `tool-r1 machine list`: the attached machines as they were seen last. Connects to none.
import type { MachineListing } from '../contract/machine.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { formatDuration } from './format.ts';
import { describeFacts } from './machineFactsText.ts';
import { textTable } from './textTable.ts';

export async function machineListCommand(
  { terminal, openMachines, now }: CommandContext,
  { json }: { readonly json: boolean },
): Promise<ExitCode> {
  const { machines } = await openMachines();
  const listed = await machines.list();
  if (json) {
    for (const machine of listed) terminal.line(JSON.stringify(machine));
    return exitCodes.ok;
  }
  const rows = listed.map((machine) => [
    machine.name,
    lastSeen(machine, Date.parse(now())),
    machine.facts === null ? '' : describeFacts(machine.facts),
  ]);
  for (const line of textTable(rows)) terminal.line(line);
  return exitCodes.ok;
}

function lastSeen({ connection }: MachineListing, now: number): string {
  if (!('lastSeenAt' in connection)) return connection.state;
  if (connection.lastSeenAt === null) return '';
  return `seen ${formatDuration(Math.max(0, now - Date.parse(connection.lastSeenAt)))} ago`;
}
