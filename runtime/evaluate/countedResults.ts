// Which lines of a results file count: those that the evaluation asks for, one for each rollout. Pure.
import type { Evaluation, EvaluationResult } from '../contract/evaluation.ts';

/** A task, a seed of the protocol, and which of the rollouts with it. */
export type RolloutPlace = Pick<EvaluationResult, 'taskHash' | 'seed' | 'sample'>;

export function placeKey({ taskHash, seed, sample }: RolloutPlace): string {
  return `${taskHash} ${seed} ${sample}`;
}

/** All that the protocol asks for: seed by seed, so that a broken off evaluation has whole passes over the tasks. */
export function plannedPlaces({
  protocol: { seeds, samplesPerSeed },
  tasks,
}: Pick<Evaluation, 'protocol' | 'tasks'>): RolloutPlace[] {
  const samples = Array.from({ length: samplesPerSeed }, (_, sample) => sample);
  return seeds.flatMap((seed) =>
    samples.flatMap((sample) => tasks.map(({ hash }) => ({ taskHash: hash, seed, sample }))),
  );
}

/** In the order of the plan. Of several lines of a rollout the last that is scored counts, else the last. */
export function countedResults(
  evaluation: Pick<Evaluation, 'protocol' | 'tasks'>,
  lines: Iterable<EvaluationResult>,
): EvaluationResult[] {
  const byPlace = new Map<string, EvaluationResult>();
  for (const line of lines) {
    const key = placeKey(line);
    const before = byPlace.get(key)?.correctness ?? null;
    if (before === null || line.correctness !== null) byPlace.set(key, line);
  }
  return plannedPlaces(evaluation).flatMap((place) => byPlace.get(placeKey(place)) ?? []);
}

export type ScoredResult = EvaluationResult & { readonly correctness: number };

export function isScored(result: EvaluationResult): result is ScoredResult {
  return result.correctness !== null;
}

/** By the hash of the task, tasks in the order of the evaluation; those without scored rollout are left out. */
export function scoredByTask(
  results: readonly EvaluationResult[],
): ReadonlyMap<string, readonly ScoredResult[]> {
  const byTask = new Map<string, ScoredResult[]>();
  for (const result of results.filter(isScored)) {
    const own = byTask.get(result.taskHash);
    if (own === undefined) byTask.set(result.taskHash, [result]);
    else own.push(result);
  }
  return byTask;
}
