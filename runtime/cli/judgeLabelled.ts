// What `judge check`, `compare` and `improve` start from: the answers of some files, what judges said about them, and what
// people said.
import path from 'node:path';
import type { Estimate } from '../contract/agreement.ts';
import { judgeName, type KnownJudge } from '../labels/judgeTable.ts';
import type { Population } from '../labels/population.ts';
import { readPopulation } from '../labels/readPopulation.ts';
import { labelledItems, type LabelledItem } from '../labels/report/labelledItems.ts';
import { trainingJudge } from '../labels/report/trainingJudge.ts';
import { readWorkspaceLabels, type WorkspaceLabels } from '../labels/workspaceLabels.ts';
import { HumanError } from '../support/errors.ts';
import type { CommandContext } from './command.ts';

/** Fewer labels than this say nothing about a judge. */
export const minLabels = 20;

/** Of all figures with an interval, so that the same files give the same figures. */
export const bootstrapSeed = 1;

export interface LabelledPopulation {
  readonly population: Population;
  readonly labels: WorkspaceLabels;
  /** Items that people agree on, by blind labels of the current rubric. */
  readonly items: readonly LabelledItem[];
}

/** Labels are those of the current folder's workspace. @throws HumanError or FailureError when something cannot be read */
export async function readLabelled(
  { cwd, interrupts, terminal }: CommandContext,
  files: readonly string[],
): Promise<LabelledPopulation> {
  const absolute = files.map((file) => path.resolve(cwd, file));
  const request = { workspace: cwd, files: absolute };
  const population = await readPopulation(request, interrupts.signal);
  const labels = await readWorkspaceLabels(cwd);
  for (const problem of [...population.problems, ...labels.problems]) terminal.message(problem);
  const { items } = labelledItems(population, labels.book, labels.rubric);
  return { population, labels, items };
}

/**
 * The judge of a key `NAME@VERSION`, the newest version of a name, or without either the judge that rewards come from.
 * @throws HumanError that lists the judges there are
 */
export function findJudge(population: Population, wanted: string | null): KnownJudge {
  const { judges } = population;
  const newest = judges.all.filter((judge) => judges.isCurrent(judge));
  const found =
    wanted === null
      ? trainingJudge(population)
      : (judges.find(wanted) ?? newest.find(({ identity }) => identity.name === wanted) ?? null);
  if (found !== null) return found;
  const keys = judges.all.map(({ key }) => key);
  throw new HumanError(
    keys.length === 0
      ? 'The files hold no verdict. Judge them first: tool-r1 judge FILE'
      : `No verdict is by "${wanted ?? ''}". The judges there: ${keys.join(', ')}.`,
  );
}

/** `llm v3f2a...`, as the pages call it. */
export function nameOf({ identity }: KnownJudge): string {
  return judgeName(identity);
}

/** `0.71 (95 % 0.55 to 0.84)`. */
export function formatEstimate({ value, low, high }: Estimate): string {
  if (value === null) return 'undefined: one of them gives one level only';
  const interval =
    low === null || high === null ? '' : ` (95 % ${low.toFixed(2)} to ${high.toFixed(2)})`;
  return `${value.toFixed(2)}${interval}`;
}
