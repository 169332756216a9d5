// Two checkpoints on the same tasks: by how much each figure differs, and which tasks one of them passes and the other does not. Pure.
import type * as z from 'zod';
import type { EvaluatedTask } from '../../contract/training/evaluation.ts';
import type { trainingRequests } from '../../contract/training/trainingRequests.ts';
import { pairedChange } from '../../judge/statistics/pairedChange.ts';
import { pairedShares } from '../../judge/statistics/pairedShares.ts';

export type CheckpointComparison = Omit<
  z.infer<(typeof trainingRequests)['compare-checkpoints']['result']>,
  'fromCopy'
>;
type Figure = CheckpointComparison['figures'][number];
type Pair = readonly [first: EvaluatedTask, second: EvaluatedTask];

/**
 * Tasks that nobody could score for one of the two are left out.
 * @param passScore from which correctness on a task is passed
 */
export function compareEvaluations(
  first: ReadonlyMap<string, EvaluatedTask>,
  second: ReadonlyMap<string, EvaluatedTask>,
  passScore: number,
): CheckpointComparison {
  const pairs = [...first].flatMap(([hash, one]): Pair[] => {
    const other = second.get(hash);
    if (other === undefined) return [];
    return one.correctness === null || other.correctness === null ? [] : [[one, other]];
  });
  const isPassed = ({ correctness }: EvaluatedTask): boolean => (correctness ?? 0) >= passScore;
  const differing = (wanted: boolean) =>
    pairs
      .filter(([one, other]) => isPassed(one) !== isPassed(other) && isPassed(other) === wanted)
      .map(([{ taskId, question }]) => ({ taskId, question }));
  return {
    tasks: pairs.length,
    figures: figuresOf(pairs, isPassed),
    won: differing(true),
    lost: differing(false),
  };
}

function figuresOf(pairs: readonly Pair[], isPassed: (one: EvaluatedTask) => boolean): Figure[] {
  const passed = pairedShares(pairs.map(([one, other]) => [isPassed(one), isPassed(other)]));
  const names = new Set(
    pairs.flatMap((pair) => pair.flatMap(({ figures }) => Object.keys(figures))),
  );
  const others = [...names]
    .sort(byKind)
    .flatMap((name) => figureOf(name, pairs, ({ figures }) => figures[name]));
  return [
    ...(passed === null ? [] : [{ name: 'passed', unit: 'share' as const, ...passed }]),
    ...others,
  ];
}

/** Over the tasks for which both have the figure; none when there is no such task. */
function figureOf(
  name: string,
  pairs: readonly Pair[],
  valueOf: (one: EvaluatedTask) => number | undefined,
): Figure[] {
  const values = pairs.flatMap(([one, other]): (readonly [number, number])[] => {
    const [first, second] = [valueOf(one), valueOf(other)];
    return first === undefined || second === undefined ? [] : [[first, second]];
  });
  const unit = unitOf(name, values.flat());
  const change = pairedChange(values, unit === 'share');
  return change === null ? [] : [{ name, unit, ...change }];
}

/** Of the steps of a task; their bounds are known. */
const stepShares: readonly string[] = ['parsed', 'executed'];

/** Parts of a reward are shares, but for those that go beyond 0 and 1, such as the correctness of ToolRL from -3 to 3. */
function unitOf(name: string, values: readonly number[]): Figure['unit'] {
  if (stepShares.includes(name)) return 'share';
  const isPart = name.startsWith('reward/') && name !== 'reward/total';
  return isPart && values.every((value) => value >= 0 && value <= 1) ? 'share' : 'number';
}

/** The reward and its parts, then how the steps went, then what a rollout costs. */
function byKind(first: string, second: string): number {
  return rankOf(first) - rankOf(second);
}

function rankOf(name: string): number {
  if (name.startsWith('reward/')) return 0;
  return stepShares.includes(name) ? 1 + stepShares.indexOf(name) : 1 + stepShares.length;
}
