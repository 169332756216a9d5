// `tool-r1 train --machine NAME --dry-run`: what a run would be, as a person reads it.
import type { MemoryEstimate, TrainingPlan } from '../contract/training/trainingRequests.ts';
import { formatBytes } from '../support/formatBytes.ts';
import { formatParameters } from '../support/formatParameters.ts';
import { showChecks } from './checksView.ts';
import { count } from './format.ts';
import { sanitise } from './sanitise.ts';
import type { Terminal } from './terminal.ts';
import { textTable } from './textTable.ts';
import { formatTimeLeft } from './trainFigures.ts';

export function showPlan(terminal: Terminal, plan: TrainingPlan): void {
  const rows = [
    ['run', plan.name],
    ['tasks', tasksText(plan.tasks)],
    ['model', modelText(plan.model)],
    ['recipe', `${plan.recipe.name}. ${plan.recipe.summary}`],
    ...plan.recipe.changed.map(({ path, here, recipe }) => [
      '',
      `${path} ${here} (recipe: ${recipe})`,
    ]),
    ...gpuRows(plan),
    ['time', timeText(plan)],
    [
      'disk',
      `${formatBytes(plan.disk.neededBytes)} of ${formatBytes(plan.disk.freeBytes)} free. ${plan.disk.detail}`,
    ],
    ['waits for', plan.waitsBehind.length === 0 ? 'nobody' : plan.waitsBehind.join(', ')],
  ];
  for (const line of textTable(rows)) terminal.line(sanitise(line));
  for (const { host, title, line } of plan.commands) {
    terminal.line();
    terminal.line(terminal.palette.faint(sanitise(`${title} on ${host}:`)));
    terminal.line(sanitise(line));
  }
  terminal.line();
  showChecks(terminal, plan.checks);
}

function tasksText({ all, inWindow, tooEasy, tooHard, unmeasured }: TrainingPlan['tasks']): string {
  return `${count(all, 'task')}: ${inWindow} in the window, ${tooEasy} too easy, ${tooHard} too hard, ${unmeasured} not measured`;
}

function modelText({ name, parameters, kind }: TrainingPlan['model']): string {
  const size = parameters === null ? '' : `, ${formatParameters(parameters)} parameters`;
  return `${name}${size}, ${kind}`;
}

function timeText({ time }: TrainingPlan): string {
  if (time === null) return 'not known: no earlier run on this machine tells';
  return `${formatTimeLeft(time.seconds)} (8 in 10 runs: ${formatTimeLeft(time.low)} to ${formatTimeLeft(time.high)}). ${time.source}`;
}

function gpuRows({ memory }: TrainingPlan): string[][] {
  return memory.map((one) => [`GPU ${one.gpu}`, gpuText(one)]);
}

function gpuText({ role, parts, totalGib, spreadGib, limitGib }: MemoryEstimate): string {
  const what = parts.map(({ name, gib }) => `${name} ${gib}`).join(', ');
  return `${role}: ${totalGib} ± ${spreadGib} of ${limitGib} GiB (${what})`;
}
