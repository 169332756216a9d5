// The figures of one run, step by step, out of what its trainer wrote down. A step that was done again after a resume counts once.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type * as z from 'zod';
import { GroupRecord, TrainStepMetrics } from '../../runtime/contract/training/runFolder.ts';
import { parseJson } from '../../runtime/support/parseJson.ts';
import { withoutRepeats } from '../../runtime/training/withoutRepeats.ts';

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
  /** Of the whole train step: also the weights' way to the token server, and what is written down. */
  readonly stepSeconds: number;
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
  readonly stepSeconds: number;
}

/** Steps that a mean of the end, or of the beginning, is taken over: as many as an epoch of the published runs. */
export const sumWindow = 9;

/** @throws Error that names the line which is none of a run */
export async function readFigures(runFolder: string): Promise<readonly StepFigures[]> {
  const metrics = await readFile(path.join(runFolder, 'metrics.jsonl'), 'utf8');
  return figuresOf(metrics, await readGroups(runFolder));
}

/** @throws Error that names the line which is no group */
export async function readGroups(runFolder: string): Promise<readonly GroupRecord[]> {
  return groupsOf(await readFile(path.join(runFolder, 'groups.jsonl'), 'utf8'));
}

export function groupsOf(text: string): readonly GroupRecord[] {
  return withoutRepeats(parseLines(GroupRecord, text), ({ taskId }) => taskId);
}

export function figuresOf(
  metrics: string,
  records: readonly GroupRecord[],
): readonly StepFigures[] {
  return withoutRepeats(parseLines(TrainStepMetrics, metrics), () => '').map((line) => {
    // A group is numbered by the steps done before it, figures by the steps done with it.
    const own = records.filter(({ step }) => step === line.step - 1);
    return stepFigures(line, own.flatMap(freshRewards));
  });
}

/** Rewards of what was sampled at the visit and scored, also in a group that was left out of the update. */
function freshRewards({ rewards, staleness }: GroupRecord): readonly number[] {
  const fresh = rewards.filter((_, place) => staleness[place] === 0);
  return fresh.filter((reward) => reward !== null);
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
    stepSeconds: count('seconds/step'),
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
    stepSeconds: total((one) => one.stepSeconds),
  };
}

/** Of the values that are there; null when there are none. */
export function meanOf(values: readonly (number | null)[]): number | null {
  const there = values.filter((value) => value !== null);
  if (there.length === 0) return null;
  return there.reduce((sum, value) => sum + value, 0) / there.length;
}
