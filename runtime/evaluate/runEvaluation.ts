// Rolls out what is still missing of an evaluation, and writes each result down as soon as it is there.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AgentRuntime, RolloutRequest } from '../agentRuntime.ts';
import type { RunEvent } from '../contract/events.ts';
import type { Evaluation, EvaluationResult, TokenPrices } from '../contract/evaluation.ts';
import type { Failure } from '../contract/failure.ts';
import type { Recipe } from '../contract/recipe.ts';
import type { Task } from '../contract/task.ts';
import type { TaskSample } from '../contract/training/taskSample.ts';
import type { JudgeChoice } from '../judge/judgeChoice.ts';
import { JsonLinesWriter } from '../store/jsonLinesWriter.ts';
import { chooseFiles } from '../support/chosenFiles.ts';
import { takeSamples } from '../training/takeSamples.ts';
import type { SampleWish } from '../training/taskSampling.ts';
import { canonicalHash } from './canonicalJson.ts';
import { isScored, placeKey, plannedPlaces, type RolloutPlace } from './countedResults.ts';
import { evaluationTrajectories, resultsFile } from './evaluationFiles.ts';
import { HeardRollouts } from './heardRollout.ts';
import type { Reach } from './prepareEvaluation.ts';

export interface EvaluationRun {
  readonly evaluation: Evaluation;
  readonly folder: string;
  /** With absolute paths of their files, by the hash that the evaluation has of them. */
  readonly tasks: ReadonlyMap<string, Task>;
  readonly recipe: Recipe;
  readonly judge: JudgeChoice;
  readonly reach: Reach;
  /** Null leaves costs open. */
  readonly prices: TokenPrices | null;
}

export interface EvaluationMeans {
  readonly runtime: Pick<AgentRuntime, 'run'>;
  /** Rollouts at once, at least 1. */
  readonly concurrency: number;
  /** ISO 8601. */
  readonly now: () => string;
  readonly randomHex: () => string;
  /** Milliseconds of a clock that never jumps. */
  readonly clock: () => number;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
  /** After the result was written down. */
  readonly onResult: (result: EvaluationResult) => void;
}

/** What has no scored result yet, in the order of the plan. */
export function missingPlaces(
  evaluation: Evaluation,
  results: readonly EvaluationResult[],
): RolloutPlace[] {
  const scored = new Set(results.filter(isScored).map(placeKey));
  return plannedPlaces(evaluation).filter((place) => !scored.has(placeKey(place)));
}

/**
 * Gives why it was given up, as takeSamples.ts does; null when everything was tried.
 * @throws the abort reason of the signal, or FailureError at boundary `store`; what was done until then is kept
 */
export async function runEvaluation(
  run: EvaluationRun,
  places: readonly RolloutPlace[],
  means: EvaluationMeans,
): Promise<Failure | null> {
  if (places.length === 0) return null;
  const scratch = await mkdtemp(path.join(tmpdir(), 'tool-r1-evaluation-'));
  const writer = await JsonLinesWriter.open(resultsFile(run.folder));
  try {
    return await rollOut(run, places, { ...means, scratch, writer });
  } finally {
    await writer.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

interface WritingMeans extends EvaluationMeans {
  readonly scratch: string;
  readonly writer: JsonLinesWriter;
}

function rollOut(
  run: EvaluationRun,
  places: readonly RolloutPlace[],
  means: WritingMeans,
): Promise<Failure | null> {
  const { runtime, concurrency, now, clock, signal, writer } = means;
  const heard = new HeardRollouts();
  const ids = new Map<number, string>();
  return takeSamples(wishesOf(run, places), {
    ...{ runtime, concurrency, now, clock, signal, settingsHash: run.evaluation.protocolHash },
    requestFor: (wish) => {
      const id = trajectoryIdOf(wish, places[wish.index], means.randomHex());
      ids.set(wish.index, id);
      return requestFor(wish, id, run, means.scratch);
    },
    onEvent: (event) => {
      heard.hear(event);
      means.onEvent(event);
    },
    onSample: async (sample) => {
      const place = places[sample.index];
      const trajectoryId = ids.get(sample.index);
      if (place === undefined || trajectoryId === undefined) return;
      const result = resultOf(run, sample, place, { trajectoryId, ...heard.take(trajectoryId) });
      await writer.append(result);
      means.onResult(result);
    },
  });
}

/** `index` is the position among the places. */
function wishesOf({ tasks }: EvaluationRun, places: readonly RolloutPlace[]): SampleWish[] {
  return places.flatMap((place, index) => {
    const task = tasks.get(place.taskHash);
    if (task === undefined) return [];
    return { task, taskHash: place.taskHash, index, seed: rolloutSeed(place) };
  });
}

/** 28 bits, as every model takes them; different for every rollout, the same every time. */
function rolloutSeed({ taskHash, seed, sample }: RolloutPlace): number {
  return Number.parseInt(canonicalHash([seed, taskHash, sample]).slice(0, 7), 16);
}

/** A rollout that is made again has another id: the file keeps both. */
function trajectoryIdOf(
  { taskHash }: SampleWish,
  place: RolloutPlace | undefined,
  randomHex: string,
): string {
  const { seed = 0, sample = 0 } = place ?? {};
  return `eval-${taskHash.slice(0, 12)}-${seed}-${sample}-${randomHex.slice(0, 8)}`;
}

async function requestFor(
  { task, seed }: SampleWish,
  trajectoryId: string,
  { evaluation, folder, recipe, judge, reach }: EvaluationRun,
  scratch: string,
): Promise<RolloutRequest> {
  const { name: model } = evaluation.protocol.model;
  const files = await chooseFiles(task.files);
  const file = evaluationTrajectories(folder);
  const where = { file, outputFolder: path.join(scratch, trajectoryId), branch: null };
  return { trajectoryId, task, files, model, recipe, seed, judge, ...where, ...reach };
}

type Heard = ReturnType<HeardRollouts['take']> & Pick<EvaluationResult, 'trajectoryId'>;

function resultOf(
  { evaluation, prices }: EvaluationRun,
  {
    at,
    taskId,
    taskHash,
    seed: rolloutSeed,
    stopReason,
    correctness,
    cause,
    milliseconds,
  }: TaskSample,
  { seed, sample }: RolloutPlace,
  heard: Heard,
): EvaluationResult {
  const { level = null } = evaluation.tasks.find(({ hash }) => hash === taskHash) ?? {};
  return {
    version: 1,
    ...{ at, taskId, taskHash, level, seed, sample, rolloutSeed, stopReason },
    ...{ correctness, cause, milliseconds, ...heard },
    cost: costOf(heard, prices),
  };
}

/** What the model's own tokens cost; those of a judge and of tools that read with a model are not in it. */
export function costOf(
  { promptTokens, completionTokens }: Pick<EvaluationResult, 'promptTokens' | 'completionTokens'>,
  prices: TokenPrices | null,
): number | null {
  if (prices === null || promptTokens === null || completionTokens === null) return null;
  return (promptTokens * prices.input + completionTokens * prices.output) / 1_000_000;
}
