// `tool-r1 machine runs`: the training runs of the attached machines and of the current folder, newest first.
import type { MachineName } from '../contract/machine.ts';
import type { RunListing } from '../contract/training/runView.ts';
import type { MachineServices } from '../remote/machineServices.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { formatDuration } from './format.ts';
import { sanitise } from './sanitise.ts';
import { textTable } from './textTable.ts';
import { formatTimeLeft } from './trainFigures.ts';

export interface MachineRunsOptions {
  /** Null for all. */
  readonly machine: MachineName | null;
  readonly json: boolean;
}

export async function machineRunsCommand(
  context: CommandContext,
  { machine, json }: MachineRunsOptions,
): Promise<ExitCode> {
  const { terminal, now } = context;
  const runs = await renewedRuns(context, machine);
  if (json) {
    for (const run of runs) terminal.line(JSON.stringify(run));
    return exitCodes.ok;
  }
  if (runs.length === 0) {
    terminal.message('There are no runs yet. Start one: tool-r1 train --machine NAME ...');
    return exitCodes.ok;
  }
  const head = ['machine', 'run', 'state', 'step', 'left', 'reward', 'recipe', 'doing'];
  const rows = runs.map((run) => rowOf(run, Date.parse(now())));
  for (const line of textTable([head, ...rows])) terminal.line(sanitise(line));
  for (const { name, problem } of runs) {
    if (problem !== null) terminal.message(sanitise(`${name}: ${problem}`));
  }
  return exitCodes.ok;
}

/**
 * As they are now; of a machine that is not heard as they were seen last, with a message.
 * @param machine null for all
 */
export async function renewedRuns(
  context: CommandContext,
  machine: MachineName | null,
): Promise<readonly RunListing[]> {
  const { openMachines, cwd, terminal, interrupts } = context;
  const services = await openMachines();
  await services.runs.list([cwd]);
  const names = machine === null ? await attached(services) : [machine];
  await Promise.all(
    names.map(async (name) => {
      const problem = await services.runs.renewed(name, interrupts.signal);
      if (problem !== null) terminal.message(sanitise(`${name} is offline: ${problem}`));
    }),
  );
  const runs = await services.runs.list([cwd]);
  return runs.filter(({ place }) => machine === null || place.machine === machine);
}

async function attached({ machines }: MachineServices): Promise<MachineName[]> {
  return (await machines.list()).map(({ name }) => name);
}

function rowOf(run: RunListing, now: number): string[] {
  const { place, name, step, totalSteps, secondsLeft, reward, recipe, activity } = run;
  return [
    place.machine,
    name,
    stateWords(run, now),
    totalSteps === null ? String(step) : `${step}/${totalSteps}`,
    formatTimeLeft(secondsLeft),
    reward === null ? '-' : reward.toFixed(3),
    recipe,
    activity,
  ];
}

/** Offline is not dead: what it was doing is said with it. */
function stateWords({ state, lastState, lastSeenAt, waitsFor }: RunListing, now: number): string {
  if (state === 'queued' && waitsFor !== null) return `queued, place ${waitsFor.place}`;
  if (state !== 'offline') return state;
  if (lastSeenAt === null) return `offline (was ${lastState})`;
  const ago = formatDuration(Math.max(0, now - Date.parse(lastSeenAt)));
  return `offline (was ${lastState}, seen ${ago} ago)`;
}
