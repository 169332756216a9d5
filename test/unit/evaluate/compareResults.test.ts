import assert from 'node:assert/strict';
import type { Evaluation, EvaluationResult } from '../../../runtime/contract/evaluation.ts';
import { compareResults } from '../../../runtime/evaluate/compareResults.ts';
import { makeEvaluation, makeProtocol, resultsOf } from '../../fakes/evaluations.ts';

type Passes = Parameters<typeof resultsOf>[0];

const side = (passes: Passes, made: Parameters<typeof makeEvaluation>[1] = {}) => ({
  evaluation: makeEvaluation(Object.keys(passes), made),
  lines: resultsOf(passes),
});

/** One rollout of each task: `both`, only the first, only the second, neither. */
function singles(both: number, first: number, second: number, neither: number) {
  const outcomes = [
    ...Array.from({ length: both }, () => [true, true] as const),
    ...Array.from({ length: first }, () => [true, false] as const),
    ...Array.from({ length: second }, () => [false, true] as const),
    ...Array.from({ length: neither }, () => [false, false] as const),
  ];
  const protocol = { seeds: [0] };
  const of = (which: 0 | 1) =>
    Object.fromEntries(outcomes.map((outcome, place) => [`task-${place}`, [outcome[which]]]));
  return [
    side(of(0), { protocol, name: 'first' }),
    side(of(1), { protocol, name: 'second' }),
  ] as const;
}

const near = (actual: number | null | undefined, expected: number, within = 1e-12) =>
  assert.ok(
    actual !== null && actual !== undefined && Math.abs(actual - expected) <= within,
    `${actual}, not ${expected}`,
  );

/** The chance of a split of n fair coins at least as uneven, by adding the rows of Pascal's triangle. */
function binomialP(b: number, c: number): number {
  let row = [1];
  for (let n = 0; n < b + c; n += 1) {
    row = [1, ...row.slice(1).map((one, at) => one + (row[at] ?? 0)), 1];
  }
  const tail = row.slice(0, Math.min(b, c) + 1).reduce((sum, one) => sum + one, 0);
  return Math.min(1, (2 * tail) / 2 ** (b + c));
}

describe('compareResults', () => {
  describe('with one rollout of each task', () => {
    it("tests with McNemar's exact test", () => {
      for (const [b, c] of [
        [0, 6],
        [3, 12],
        [5, 5],
        [0, 0],
        [1, 0],
        [59, 86],
      ] as const) {
        const { test } = compareResults(...singles(20, b, c, 20));
        assert.equal(test?.name, 'exact McNemar');
        near(test.p, binomialP(b, c), 1e-9);
      }
    });

    it('has the interval of Newcombe, as his paper works it out', () => {
      // Newcombe 1998, table II, example of 36 + 14 (only the first: 12, only the second: 2), method 10.
      const { change, firstRate, secondRate, interval } = compareResults(...singles(36, 2, 12, 0));
      near(firstRate, 38 / 50);
      near(secondRate, 48 / 50);
      near(change.value, 0.2);
      near(change.low, 0.0569, 6e-4);
      near(change.high, 0.3404, 6e-4);
      assert.match(interval, /Newcombe 1998/);
    });

    it('names the tasks that only one of them passed', () => {
      const { won, lost, tasks, leftOut } = compareResults(...singles(1, 1, 2, 0));
      assert.deepEqual(lost, [{ taskId: 'task-1', question: 'task-1?' }]);
      assert.deepEqual(
        won.map(({ taskId }) => taskId),
        ['task-2', 'task-3'],
      );
      assert.deepEqual([tasks, leftOut], [4, 0]);
    });
  });

  describe('with several rollouts of a task', () => {
    const first = {
      a: [true, true, false],
      b: [false, false, false],
      c: [true, false, false],
      d: [true, true, true],
      e: [false, false, true],
    };
    const second = {
      a: [true, true, true],
      b: [true, false, true],
      c: [true, false, false],
      d: [true, true, false],
      e: [true, true, true],
    };
    const found = compareResults(side(first), side(second));

    it('tests by swapping the shares of tasks, as counting all 32 swaps does', () => {
      const shareOf = (row: readonly boolean[]) => row.filter(Boolean).length / row.length;
      const differences = Object.keys(first).map(
        (task) =>
          shareOf(second[task as keyof typeof second]) - shareOf(first[task as keyof typeof first]),
      );
      const observed = Math.abs(differences.reduce((sum, one) => sum + one, 0));
      let extreme = 0;
      for (let flips = 0; flips < 32; flips += 1) {
        const sum = differences.reduce((so, one, at) => so + ((flips >> at) & 1 ? one : -one), 0);
        if (Math.abs(sum) >= observed - 1e-12) extreme += 1;
      }
      assert.equal(found.test?.name, 'paired permutation');
      near(found.test.p, extreme / 32);
    });

    it('gives the change over tasks with an interval that holds it', () => {
      near(found.firstRate, 7 / 15);
      near(found.secondRate, 11 / 15);
      near(found.change.value, 4 / 15);
      const { low, high } = found.change;
      assert.ok(low !== null && high !== null && low < 4 / 15 && high > 4 / 15);
      assert.ok(low >= -1 && high <= 1);
    });

    it('counts rollouts of a task for no evidence of their own', () => {
      const often = (passes: Passes): Passes =>
        Object.fromEntries(Object.entries(passes).map(([id, row]) => [id, [...row, ...row]]));
      const protocol = { seeds: [0, 1, 2, 3, 4, 5] };
      const twice = compareResults(
        side(often(first), { protocol }),
        side(often(second), { protocol }),
      );
      near(twice.test?.p, found.test?.p ?? NaN);
      near(twice.change.low, found.change.low ?? NaN);
    });

    it('names tasks that one of them passes more often', () => {
      assert.deepEqual(
        [found.won.map(({ taskId }) => taskId), found.lost.map(({ taskId }) => taskId)],
        [['a', 'b', 'e'], ['d']],
      );
    });
  });

  it('leaves out tasks that only one of them has, or nobody could score, and counts them', () => {
    const one = side({ a: [true, true, true], b: [true, true, true], c: [null, null, null] });
    const other = side({ a: [false, true, true], c: [true, true, true], d: [true, true, true] });
    const { tasks, leftOut, firstRate, secondRate } = compareResults(one, other);
    assert.deepEqual([tasks, leftOut, firstRate], [1, 3, 1]);
    near(secondRate, 2 / 3);
  });

  it('says nothing where no task is in both', () => {
    const found = compareResults(side({ a: [true] }), side({ b: [true] }));
    assert.deepEqual([found.tasks, found.leftOut, found.test], [0, 2, null]);
    assert.deepEqual(found.change, { value: null, low: null, high: null });
  });

  it('counts a pass on each side by its own protocol, and names every field that differs', () => {
    const passes: Passes = { a: [true, true, true] };
    const half = (evaluation: Evaluation, lines: readonly EvaluationResult[]) => ({
      evaluation,
      lines: lines.map((line) => ({ ...line, correctness: 0.5 })),
    });
    const lenient = half(
      makeEvaluation(['a'], { protocol: { passScore: 0.5, history: 'flattened' } }),
      resultsOf(passes),
    );
    const found = compareResults(half(makeEvaluation(['a']), resultsOf(passes)), lenient);
    assert.deepEqual([found.firstRate, found.secondRate], [0, 1]);
    assert.deepEqual(found.differences, [
      { field: 'history', first: '"native"', second: '"flattened"' },
      { field: 'passScore', first: '1', second: '0.5' },
    ]);
    const model = { ...makeProtocol().model, name: 'large' };
    const other = side(passes, { protocol: { model } });
    assert.deepEqual(compareResults(side(passes), other).differences, []);
  });
});
