// Which samples of which tasks are still to be made, and what those that there are say. Pure.
import { createHash } from 'node:crypto';
import type { Recipe } from '../contract/recipe.ts';
import type { Task } from '../contract/task.ts';
import type { TaskSample } from '../contract/training/taskSample.ts';
import type { PassCount } from './difficultyFilter.ts';

export interface SampleWish {
  readonly task: Task;
  readonly taskHash: string;
  /** Which of the task's samples, from 0. */
  readonly index: number;
  /** Of the rollout. */
  readonly seed: number;
}

export interface SamplingSettings {
  readonly model: string;
  readonly recipe: Recipe;
  readonly seed: number;
}

/** The same for the same question on the same files with the same answer. */
export function taskHash({ question, files, referenceAnswer }: Task): string {
  return hashOf({ question, files, referenceAnswer });
}

/** The same where a sample of one may be counted with those of the other. */
export function settingsHash({ model, recipe, seed }: SamplingSettings): string {
  const { agent, sandbox, reward, training } = recipe;
  const { judge = null, judgeModel = null } = training ?? {};
  return hashOf({ model, seed, agent, sandbox, reward, judge, judgeModel });
}

/** The samples that are not there yet, task by task. @param known of the same settings */
export function missingSamples(
  tasks: readonly Task[],
  known: readonly TaskSample[],
  { samples, seed }: { readonly samples: number; readonly seed: number },
): SampleWish[] {
  const scored = new Set(known.filter(isScored).map((one) => keyOf(one.taskHash, one.index)));
  return tasks.flatMap((task) => {
    const hash = taskHash(task);
    const indices = Array.from({ length: samples }, (_, index) => index);
    return indices
      .filter((index) => !scored.has(keyOf(hash, index)))
      .map((index) => ({ task, taskHash: hash, index, seed: sampleSeed(seed, hash, index) }));
  });
}

export interface SampleCount extends PassCount {
  /** Samples that nobody could score; they count for nothing. */
  readonly unscored: number;
}

/**
 * What the first samples of a task say. Where a sample was made again, the scored one counts.
 * @param samples how many of a task are looked at
 */
export function countSamples(
  task: Task,
  known: readonly TaskSample[],
  { samples, passScore }: { readonly samples: number; readonly passScore: number },
): SampleCount {
  const hash = taskHash(task);
  const byIndex = new Map<number, TaskSample>();
  for (const sample of known) {
    if (sample.taskHash !== hash || sample.index >= samples) continue;
    const before = byIndex.get(sample.index);
    if (before === undefined || !isScored(before)) byIndex.set(sample.index, sample);
  }
  const scores = [...byIndex.values()].flatMap(({ correctness }) => correctness ?? []);
  const passes = scores.filter((score) => score >= passScore).length;
  return { passes, samples: scores.length, unscored: byIndex.size - scores.length };
}

function isScored({ correctness }: TaskSample): boolean {
  return correctness !== null;
}

function keyOf(hash: string, index: number): string {
  return `${hash} ${index}`;
}

/** 28 bits, as every model takes them. */
function sampleSeed(seed: number, hash: string, index: number): number {
  return Number.parseInt(hashOf({ seed, hash, index }).slice(0, 7), 16);
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
