// The figures of one run, step by step, out of what its trainer wrote down. A step that was done again after a resume counts once.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type * as z from 'zod';
import { GroupRecord, TrainStepMetrics } from '../../runtime/contract/training/runFolder.ts';
import { parseJson } from '../../runtime/support/parseJson.ts';

export interface StepFigures {
  readonly step: number;
  /** Mean reward of everything that was sampled for the step; null where nothing was scored. */
  readonly reward: number | null;
  /** Share of the sampled rollouts whose answer is right. */
  readonly passRate: number | null;
  readonly generatedTokens: number;
  readonly updatedTokens: number;
  readonly rolloutSeconds: number;
  readonly updateSeconds: number;
}

export interface RunSums {
  /** Means over the last `sumWindow` steps. */
  readonly reward: number | null;
  readonly passRate: number | null;
  /** Sums over the run. */
  readonly generatedTokens: number;
  readonly updatedTokens: number;
  readonly rolloutSeconds: number;
  readonly updateSeconds: number;
}

/** Steps that a mean of the end, or of the beginning, is taken over: as many as an epoch of the published runs. */
export const sumWindow = 9;

/** @throws Error that names the line which is none of a run */
export async function readFigures(runFolder: string): Promise<readonly StepFigures[]> {
  const read = (name: string): Promise<string> => readFile(path.join(runFolder, name), 'utf8');
  return figuresOf(await read('metrics.jsonl'), await read('groups.jsonl'));
}

export function figuresOf(metrics: string, groups: string): readonly StepFigures[] {
  const rewards = freshRewards(parseLines(GroupRecord, groups));
  const byStep = new Map<number, StepFigures>();
  for (const line of parseLines(TrainStepMetrics, metrics)) {
    // A group is numbered by the steps done before it, figures by the steps done with it.
    byStep.set(line.step, stepFigures(line, rewards.get(line.step - 1) ?? []));
  }
  return [...byStep.values()].sort((a, b) => a.step - b.step);
}

/** By step, the rewards of what was sampled for it and scored, also in groups that were left out of the update. */
function freshRewards(records: readonly GroupRecord[]): ReadonlyMap<number, readonly number[]> {
  const byStep = new Map<number, Map<string, readonly number[]>>();
  for (const { step, taskId, rewards, staleness } of records) {
    const groups = byStep.get(step) ?? new Map<string, readonly number[]>();
    const fresh = rewards.filter((reward, place) => reward !== null && staleness[place] === 0);
    groups.set(
      taskId,
      fresh.filter((reward) => reward !== null),
    );
    byStep.set(step, groups);
  }
  return new Map([...byStep].map(([step, groups]) => [step, [...groups.values()].flat()]));
}

function parseLines<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema>[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line, place) => {
    const parsed = parseJson(schema, line);
    if (!parsed.ok) throw new Error(`line ${place + 1}: ${parsed.problem}`);
    return parsed.value;
  });
}

function stepFigures({ step, metrics }: TrainStepMetrics, rewards: readonly number[]): StepFigures {
  const count = (name: string): number => metrics[name] ?? 0;
  return {
    step,
    reward: meanOf(rewards),
    // Parse and exec alone come to 0.6: a reward of 1 and more has the answer in it.
    passRate: meanOf(rewards.map((reward) => (reward >= 1 ? 1 : 0))),
    generatedTokens: count('tokens/generated'),
    updatedTokens: count('tokens/updated'),
    rolloutSeconds: count('seconds/rollout'),
    updateSeconds: count('seconds/update'),
  };
}

export function sumsOf(figures: readonly StepFigures[]): RunSums {
  const end = figures.slice(-sumWindow);
  const total = (pick: (one: StepFigures) => number): number =>
    figures.reduce((sum, one) => sum + pick(one), 0);
  return {
    reward: meanOf(end.map(({ reward }) => reward)),
    passRate: meanOf(end.map(({ passRate }) => passRate)),
    generatedTokens: total((one) => one.generatedTokens),
    updatedTokens: total((one) => one.updatedTokens),
    rolloutSeconds: total((one) => one.rolloutSeconds),
    updateSeconds: total((one) => one.updateSeconds),
  };
}

/** Of the values that are there; null when there are none. */
export function meanOf(values: readonly (number | null)[]): number | null {
  const there = values.filter((value) => value !== null);
  if (there.length === 0) return null;
  return there.reduce((sum, value) => sum + value, 0) / there.length;
}
