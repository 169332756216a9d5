// The figures of an evaluation from its results. Pure: the same results give the same report.
import type {
  Evaluation,
  EvaluationGroup,
  EvaluationReport,
  EvaluationResult,
} from '../contract/evaluation.ts';
import { meanInterval } from '../judge/statistics/meanInterval.ts';
import { meanOverTasks, passAtK, passHatK, type TriedTask } from '../judge/statistics/passAtK.ts';
import { countedResults, isScored, plannedPlaces, scoredByTask } from './countedResults.ts';
import { meanOf, passRateOf } from './passRate.ts';
import { warningsOf } from './warnings.ts';

export function reportOf(
  evaluation: Evaluation,
  lines: Iterable<EvaluationResult>,
): EvaluationReport {
  const { name, protocolHash, protocol } = evaluation;
  const results = countedResults(evaluation, lines);
  const tried = triedTasks(results, protocol.passScore);
  const seeds = protocol.seeds.map((seed) => ({ seed, passRate: rateOf(results, seed, protocol) }));
  const figures = {
    ...{ version: 1 as const, name, protocolHash, model: protocol.model.name },
    servedModels: [...new Set(results.flatMap(({ servedModel }) => servedModel ?? []))].sort(),
    planned: plannedPlaces(evaluation).length,
    done: results.length,
    unscored: results.filter((result) => !isScored(result)).length,
    all: groupOf(results, protocol.passScore),
    levels: levelsOf(evaluation, results),
    seeds,
    peakToPeak: spreadOf(seeds.flatMap(({ passRate }) => passRate ?? [])),
    isSingleRun: protocol.seeds.length * protocol.samplesPerSeed === 1,
    attempts: attemptsOf(tried),
    reward: rewardOf(results),
    ...costsOf(results),
  };
  return { ...figures, warnings: warningsOf(evaluation, figures) };
}

type Passing = Pick<Evaluation['protocol'], 'passScore'>;

/** By task; those without scored rollout are left out. */
function triedTasks(results: readonly EvaluationResult[], passScore: number): TriedTask[] {
  return [...scoredByTask(results).values()].map((own) => ({
    trials: own.length,
    passed: own.filter(({ correctness }) => correctness >= passScore).length,
  }));
}

function groupOf(results: readonly EvaluationResult[], passScore: number): EvaluationGroup {
  const tried = triedTasks(results, passScore);
  return {
    tasks: tried.length,
    rollouts: tried.reduce((sum, { trials }) => sum + trials, 0),
    passed: tried.reduce((sum, { passed }) => sum + passed, 0),
    passRate: passRateOf(tried),
  };
}

/** Ascending, tasks without level last; empty when no task has one. */
function levelsOf(
  { tasks, protocol }: Evaluation,
  results: readonly EvaluationResult[],
): EvaluationReport['levels'] {
  const levels = [...new Set(tasks.map(({ level }) => level))];
  if (levels.every((level) => level === null)) return [];
  const ascending = levels.sort((one, other) => (one ?? Infinity) - (other ?? Infinity));
  return ascending.map((level) => {
    const own = new Set(tasks.filter((task) => task.level === level).map(({ hash }) => hash));
    const of = results.filter(({ taskHash }) => own.has(taskHash));
    return { level, ...groupOf(of, protocol.passScore) };
  });
}

function rateOf(
  results: readonly EvaluationResult[],
  seed: number,
  { passScore }: Passing,
): number | null {
  const tried = triedTasks(
    results.filter((result) => result.seed === seed),
    passScore,
  );
  if (tried.length === 0) return null;
  return meanOf(tried.map(({ passed, trials }) => passed / trials));
}

function spreadOf(rates: readonly number[]): number | null {
  return rates.length < 2 ? null : Math.max(...rates) - Math.min(...rates);
}

/** For every k that some task was tried; tasks that were tried less often are left out. */
function attemptsOf(tried: readonly TriedTask[]): EvaluationReport['attempts'] {
  const most = Math.max(0, ...tried.map(({ trials }) => trials));
  return Array.from({ length: most }, (_, at) => at + 1).flatMap((k) => {
    const anyOf = meanOverTasks(tried, k, passAtK);
    const allOf = meanOverTasks(tried, k, passHatK);
    if (anyOf === null || allOf === null) return [];
    return { k, tasks: tried.filter(({ trials }) => trials >= k).length, anyOf, allOf };
  });
}

/** Over tasks, as the pass rate is; rewards have no bounds, so that nothing is known of how much alike ones could vary. */
function rewardOf(results: readonly EvaluationResult[]): EvaluationReport['reward'] {
  const means = [...scoredByTask(results).values()].flatMap((own) => {
    const rewards = own.flatMap(({ reward }) => reward ?? []);
    return rewards.length === 0 ? [] : meanOf(rewards);
  });
  if (means.length === 0) return null;
  const [low, high] = meanInterval(means) ?? [null, null];
  return { value: meanOf(means), low, high };
}

function costsOf(results: readonly EvaluationResult[]) {
  const steps = sumOf(results, (one) => one.steps) ?? 0;
  const share = (of: (one: EvaluationResult) => number): number | null =>
    steps === 0 ? null : (sumOf(results, of) ?? 0) / steps;
  const stopReasons: Record<string, number> = {};
  for (const { stopReason } of results) {
    stopReasons[stopReason] = (stopReasons[stopReason] ?? 0) + 1;
  }
  return {
    parsedShare: share((one) => one.parsedSteps),
    executedShare: share((one) => one.executedSteps),
    stopReasons,
    promptTokens: sumOf(results, (one) => one.promptTokens),
    completionTokens: sumOf(results, (one) => one.completionTokens),
    judgeTokens: sumOf(results, (one) => one.judgeTokens),
    milliseconds: sumOf(results, (one) => one.milliseconds) ?? 0,
    cost: sumOf(results, (one) => one.cost),
  };
}

/** Null when one does not say: a sum that leaves it out would be too small. */
function sumOf(
  results: readonly EvaluationResult[],
  of: (one: EvaluationResult) => number | null,
): number | null {
  const values = results.map(of);
  const known = values.filter((value) => value !== null);
  return known.length < values.length ? null : known.reduce((sum, value) => sum + value, 0);
}
