// What the samples of a difficulty filter say: how hard each task is, written down and as a table.
import type { TaskPassRate } from '../contract/task.ts';
import type { TaskSample } from '../contract/training/taskSample.ts';
import { copyTasks, writePassRates } from '../store/writePassRates.ts';
import { difficultyOf, type Difficulty } from '../training/difficultyFilter.ts';
import { countSamples, taskHash, type SampleCount } from '../training/taskSampling.ts';
import type { FilterPlan } from './filterPlan.ts';
import type { Terminal } from './terminal.ts';
import { textTable } from './textTable.ts';

export interface TaskOutcome extends SampleCount {
  readonly taskId: string;
  readonly difficulty: Difficulty;
}

export function filterOutcome(
  { tasks, training, samples }: FilterPlan,
  made: readonly TaskSample[],
): TaskOutcome[] {
  const { passScore, difficultyFilter } = training;
  const byTask = samplesByTask(made);
  return tasks.map((task) => {
    const own = byTask.get(taskHash(task)) ?? [];
    const counted = countSamples(task, own, { samples, passScore });
    return {
      taskId: task.id,
      ...counted,
      difficulty: difficultyOf(counted, difficultyFilter.window),
    };
  });
}

function samplesByTask(made: readonly TaskSample[]): ReadonlyMap<string, readonly TaskSample[]> {
  const byTask = new Map<string, TaskSample[]>();
  for (const sample of made) {
    const own = byTask.get(sample.taskHash);
    if (own === undefined) byTask.set(sample.taskHash, [sample]);
    else own.push(sample);
  }
  return byTask;
}

/** Writes the pass rates to the task file, and the kept tasks to `target` where there is one. */
export async function keepOutcome(
  { file, model, recipe }: FilterPlan,
  outcome: readonly TaskOutcome[],
  to: { readonly target: string | null; readonly now: string; readonly signal: AbortSignal },
): Promise<void> {
  const passRates = new Map<string, TaskPassRate>();
  for (const { taskId, passes: passed, samples, unscored } of outcome) {
    if (samples === 0) continue;
    const by = { model, recipe: recipe.name, measuredAt: to.now };
    passRates.set(taskId, { passed, samples, unscored, ...by });
  }
  await writePassRates(file, passRates, to.signal);
  if (to.target === null) return;
  const kept = outcome.filter(({ difficulty }) => difficulty === 'kept');
  await copyTasks(file, new Set(kept.map(({ taskId }) => taskId)), to.target, to.signal);
}

const names: Readonly<Record<Difficulty, string>> = {
  kept: 'kept',
  'too-easy': 'too easy',
  'too-hard': 'too hard',
  unscored: 'unscored',
};
const order = ['kept', 'too-easy', 'too-hard', 'unscored'] as const;

export function tellOutcome(
  terminal: Terminal,
  { file, training, samples }: FilterPlan,
  outcome: readonly TaskOutcome[],
  { json, target }: { readonly json: boolean; readonly target: string | null },
): void {
  if (json) {
    for (const one of outcome) terminal.line(JSON.stringify(one));
    return;
  }
  const { low, high } = training.difficultyFilter.window;
  const remarks: Readonly<Record<Difficulty, string>> = {
    kept: `pass rate from ${low} to ${high}`,
    'too-easy': `above ${high}`,
    'too-hard': `below ${low}`,
    unscored: 'nobody could tell; call it again to try them again',
  };
  const rows = order.map((difficulty) => {
    const number = outcome.filter((one) => one.difficulty === difficulty).length;
    return [names[difficulty], String(number), share(number, outcome.length), remarks[difficulty]];
  });
  for (const line of textTable([['tasks', String(outcome.length)], ...rows])) terminal.line(line);
  const unscored = outcome.reduce((total, one) => total + one.unscored, 0);
  const left = unscored === 0 ? '' : `; ${unscored} could not be scored and count for nothing`;
  const { faint } = terminal.palette;
  terminal.line(faint(`${samples} rollouts of each task${left}. The pass rates are in ${file}.`));
  if (target !== null) terminal.line(faint(`The kept tasks are in ${target}.`));
}

function share(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}
