// `tool-r1 machine compare`: two checkpoints of a run on the tasks that both were evaluated on.
import type { trainingRequests } from '../contract/training/trainingRequests.ts';
import type * as z from 'zod';
import { placeOfRun } from './chosenPlace.ts';
import type { CommandContext } from './command.ts';
import { copyNote } from './copyNote.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { count } from './format.ts';
import { percent } from './percent.ts';
import { sanitise } from './sanitise.ts';
import type { Terminal } from './terminal.ts';
import { textTable } from './textTable.ts';

export interface MachineCompareOptions {
  /** Name of a run, or MACHINE/NAME. */
  readonly run: string;
  readonly first: number;
  readonly second: number;
  readonly json: boolean;
}

type Comparison = z.infer<(typeof trainingRequests)['compare-checkpoints']['result']>;
type Figure = Comparison['figures'][number];

export async function machineCompareCommand(
  context: CommandContext,
  { run, first, second, json }: MachineCompareOptions,
): Promise<ExitCode> {
  const { terminal, openMachines, interrupts } = context;
  const place = await placeOfRun(context, run);
  const { evaluations } = await openMachines();
  const found = await evaluations.compare(place, { first, second }, interrupts.signal);
  if (json) terminal.line(JSON.stringify({ first, second, ...found }));
  else show(terminal, { first, second }, found);
  if (found.fromCopy) terminal.message(copyNote(place.machine));
  return exitCodes.ok;
}

function show(
  terminal: Terminal,
  { first, second }: { readonly first: number; readonly second: number },
  { tasks, figures, won, lost }: Comparison,
): void {
  const head = ['', `step ${first}`, `step ${second}`, 'change', '95 %', 'tasks'];
  for (const line of textTable([head, ...figures.map(rowOf)])) terminal.line(sanitise(line));
  terminal.line();
  terminal.line(`${count(tasks, 'task')}, the same ones for both.`);
  const groups = [
    { title: `Passed at step ${second} alone`, list: won },
    { title: `Passed at step ${first} alone`, list: lost },
  ];
  for (const { title, list } of groups) {
    terminal.line(`${title}: ${list.length}`);
    for (const { taskId, question } of list) terminal.line(sanitise(`  ${taskId}  ${question}`));
  }
}

function rowOf(figure: Figure): string[] {
  const { name, unit, first, second, change, tasks } = figure;
  const shown = (value: number): string => (unit === 'share' ? percent(value) : value.toFixed(2));
  const signed = (value: number): string => `${value > 0 ? '+' : ''}${shown(value)}`;
  const interval = intervalOf(figure, signed);
  return [figureName(name), shown(first), shown(second), signed(change), interval, `${tasks}`];
}

/** None where nothing can be said of how much more it could have been. */
function intervalOf({ low, high }: Figure, signed: (value: number) => string): string {
  return low === null || high === null ? '-' : `${signed(low)} to ${signed(high)}`;
}

/** Parts of the reward carry the names of the recipe. */
function figureName(name: string): string {
  return name === 'parsed' || name === 'executed' ? `steps ${name}` : name;
}
