// How a training run goes, for other agents: its state, its health, its figures, its newest facts, and why it crashed.
import * as z from 'zod';
import type { HealthBadge, MetricColumns, RunPage } from '../../contract/training/runView.ts';
import { facts, oneLine } from '../answerText.ts';
import { runName } from '../doorInputs.ts';
import { runWords, withRun } from '../doorRuns.ts';
import { doorTool } from '../doorTool.ts';

/** Points that figures are thinned to, enough for the mean of the last ten. */
const mostPoints = 600;
const stepsOfMean = 10;
const mostEvents = 10;
/** What is shown unless figures are named. */
const usualFigures = [
  'reward/total',
  'reward/passRate',
  'groups/mixed',
  'groups/allCorrect',
  'groups/allWrong',
  'queue/freshShare',
  'completions/truncatedShare',
  'policy/entropy',
  'policy/kl',
  'policy/logProbGapFresh',
  'seconds/step',
];

export const readRun = doorTool({
  name: 'toolr1_read_run',
  title: 'Read Training Run',
  description:
    'Gives the status of one training run: state, badges of health, figures (first, mean of the last ten train steps, last), newest events, checkpoints, and for a crashed run the lines of the log around the cause. `figures` names other figures; the answer lists all names.',
  effect: 'reads',
  input: z.object({
    run: runName,
    figures: z.array(z.string().max(100)).max(30).default([]).describe('Such as seconds/update.'),
  }),
  activity: ({ run }) => `Looking at the run ${oneLine(run, 60)}`,
  call: ({ run, figures }, host, { signal }) =>
    withRun(run, host, { mostPoints, signal }, ({ page }) =>
      Promise.resolve(pageText(page, figures)),
    ),
});

function pageText(page: RunPage, figures: readonly string[]): string {
  const { listing, badges, checkpoints, events, metrics } = page;
  const newest = events
    .slice(-mostEvents)
    .map(({ at, message }) => `- ${at} ${oneLine(message, 200)}`);
  return [
    runWords(listing),
    progressText(page),
    ['Health:', ...badges.map(badgeWords)].join('\n'),
    figuresText(metrics, figures),
    checkpoints.length === 0 ? 'No checkpoints yet.' : `Checkpoints: ${checkpoints.join(', ')}`,
    newest.length === 0 ? '' : ['Newest events:', ...newest].join('\n'),
    crashText(page),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function progressText({ progress, sampler }: RunPage): string {
  return facts(
    `${progress.tasks} tasks`,
    progress.inWindow === null ? null : `${progress.inWindow} in the window of pass rates`,
    progress.epoch === null ? null : `epoch ${progress.epoch}`,
    sampler === null ? null : `sampled by ${sampler}`,
  );
}

function badgeWords({ name, level, value, means, tryThis }: HealthBadge): string {
  const advice = level === 'ok' || level === 'unknown' ? '' : ` ${means} Try: ${tryThis}`;
  return `- ${name}: ${level}, ${value}.${advice}`;
}

function figuresText(
  { columns, steps, totalSteps }: MetricColumns,
  wanted: readonly string[],
): string {
  const names = Object.keys(columns).sort();
  if (steps.length === 0) return 'No train step has ended yet.';
  const chosen = wanted.length === 0 ? usualFigures : wanted;
  const rows = chosen.flatMap((name) => figureRow(name, columns[name]));
  const unknown = wanted.filter((name) => columns[name] === undefined);
  return [
    `Figures after ${totalSteps} train steps (first, mean of the last ten, last):`,
    ...rows,
    ...(unknown.length === 0
      ? []
      : [`No such figures: ${unknown.map((name) => oneLine(name)).join(', ')}.`]),
    `All figures: ${names.join(', ')}`,
  ].join('\n');
}

function figureRow(name: string, column: readonly (number | null)[] | undefined): string[] {
  const values = (column ?? []).filter((value) => value !== null);
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined || last === undefined) return [];
  const recent = values.slice(-stepsOfMean);
  const mean = recent.reduce((sum, value) => sum + value, 0) / recent.length;
  return [`- ${name}: ${[first, mean, last].map(shortNumber).join(', ')}`];
}

function shortNumber(value: number): string {
  return String(Number(value.toPrecision(4)));
}

function crashText({ crash }: RunPage): string {
  if (crash === null) return '';
  const lines = crash.lines.map(
    ({ text, isCause }) => `${isCause ? '>' : ' '} ${oneLine(text, 300)}`,
  );
  const tries = crash.tryThese.map((one) => `- ${one}`);
  return [
    `It crashed. From ${crash.log}:`,
    ...lines,
    ...(tries.length === 0 ? [] : ['Try:', ...tries]),
  ].join('\n');
}
