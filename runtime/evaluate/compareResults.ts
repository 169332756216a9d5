// Two evaluations on the tasks that both have, and in what their protocols differ. Pure.
import type { Evaluation, EvaluationComparison, EvaluationResult } from '../contract/evaluation.ts';
import { undefinedEstimate } from '../judge/statistics/bootstrap.ts';
import { mcnemarExact } from '../judge/statistics/mcnemar.ts';
import { pairedPermutation } from '../judge/statistics/pairedPermutation.ts';
import { pairedChange } from '../judge/statistics/pairedChange.ts';
import { pairedShares } from '../judge/statistics/pairedShares.ts';
import { countedResults, scoredByTask, type ScoredResult } from './countedResults.ts';
import { meanOf } from './passRate.ts';
import { protocolDifferences } from './protocolHash.ts';

export interface EvaluatedSide {
  readonly evaluation: Evaluation;
  readonly lines: Iterable<EvaluationResult>;
}

/** Of one task; shares of its scored rollouts that passed. */
interface Pair {
  readonly hash: string;
  readonly first: number;
  readonly second: number;
  /** Both have one scored rollout. */
  readonly isSingle: boolean;
}

const seed = 1;

/**
 * Tasks are the units: with one rollout of each on both sides the test is McNemar's exact one on the tasks that only one of them
 * passed (McNemar, Psychometrika 12, 1947), else a permutation test that swaps the two shares of a task (Edgington and Onghena,
 * Randomization Tests, 2007). Rollouts of a task are no evidence of their own.
 */
export function compareResults(first: EvaluatedSide, second: EvaluatedSide): EvaluationComparison {
  const [one, other] = [scoredOf(first), scoredOf(second)];
  const pairs = pairsOf(one, other, first.evaluation, second.evaluation);
  const all = new Set([...first.evaluation.tasks, ...second.evaluation.tasks].map(hashOf));
  const asked = new Map(first.evaluation.tasks.map((task) => [task.hash, task]));
  const differing = (isSo: (pair: Pair) => boolean) =>
    pairs.filter(isSo).flatMap(({ hash }) => {
      const task = asked.get(hash);
      return task === undefined ? [] : { taskId: task.id, question: task.question };
    });
  return {
    first: first.evaluation.name,
    second: second.evaluation.name,
    differences: protocolDifferences(first.evaluation.protocol, second.evaluation.protocol),
    tasks: pairs.length,
    leftOut: all.size - pairs.length,
    ...ratesOf(pairs),
    test: testOf(pairs),
    won: differing((pair) => pair.second > pair.first),
    lost: differing((pair) => pair.second < pair.first),
  };
}

type Scored = ReadonlyMap<string, readonly ScoredResult[]>;

function scoredOf({ evaluation, lines }: EvaluatedSide): Scored {
  return scoredByTask(countedResults(evaluation, lines));
}

function hashOf({ hash }: { readonly hash: string }): string {
  return hash;
}

function pairsOf(
  one: Scored,
  other: Scored,
  first: Pick<Evaluation, 'protocol'>,
  second: Pick<Evaluation, 'protocol'>,
): Pair[] {
  return [...one].flatMap(([hash, results]): Pair[] => {
    const others = other.get(hash);
    if (others === undefined) return [];
    return [
      {
        hash,
        first: passedShare(results, first.protocol.passScore),
        second: passedShare(others, second.protocol.passScore),
        isSingle: results.length === 1 && others.length === 1,
      },
    ];
  });
}

function passedShare(results: readonly ScoredResult[], passScore: number): number {
  return meanOf(results.map(({ correctness }) => Number(correctness >= passScore)));
}

const newcombe = '95 %, score interval for paired proportions (Newcombe 1998, method 10)';
const ofMeans =
  "95 % over tasks, the wider of Student's t and Hall's transformation of it (Hall 1992), for the mean difference of their pass rates";

function ratesOf(
  pairs: readonly Pair[],
): Pick<EvaluationComparison, 'firstRate' | 'secondRate' | 'change' | 'interval'> {
  const areSingle = pairs.every(({ isSingle }) => isSingle);
  const found = areSingle
    ? pairedShares(pairs.map(({ first, second }) => [first === 1, second === 1]))
    : pairedChange(
        pairs.map(({ first, second }) => [first, second]),
        true,
      );
  const interval = areSingle ? newcombe : ofMeans;
  if (found === null) {
    return { firstRate: null, secondRate: null, change: undefinedEstimate, interval };
  }
  const { first, second, change, low, high } = found;
  return { firstRate: first, secondRate: second, change: { value: change, low, high }, interval };
}

function testOf(pairs: readonly Pair[]): EvaluationComparison['test'] {
  if (pairs.every(({ isSingle }) => isSingle)) {
    const lost = pairs.filter(({ first, second }) => first > second).length;
    const won = pairs.filter(({ first, second }) => second > first).length;
    return pairs.length === 0 ? null : { name: 'exact McNemar', p: mcnemarExact(lost, won) };
  }
  const [first, second] = [pairs.map((pair) => pair.first), pairs.map((pair) => pair.second)];
  const found = pairedPermutation(second, first, seed);
  return found === null ? null : { name: 'paired permutation', p: found.p };
}
