import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MetricTable } from '../../../../runtime/remote/runs/metricTable.ts';
import { makeStepMetrics } from '../../../fakes/trainingRecords.ts';

function tableOf(...steps: readonly (readonly [step: number, metrics: Record<string, number>])[]) {
  const table = new MetricTable();
  for (const [step, metrics] of steps) table.take(makeStepMetrics(step, metrics));
  return table;
}

describe('MetricTable', () => {
  it('gives a column for each figure, null where a step has none', () => {
    const table = tableOf([1, { 'reward/total': 0.5 }], [2, { 'policy/kl': 0.1 }]);
    assert.deepEqual(table.columns(100), {
      steps: [1, 2],
      seconds: [0, 60],
      columns: { 'policy/kl': [null, 0.1], 'reward/total': [0.5, null] },
      totalSteps: 2,
    });
  });

  it('is empty before the first step', () => {
    const empty = { steps: [], seconds: [], columns: {}, totalSteps: 0 };
    assert.deepEqual(tableOf().columns(100), empty);
    assert.equal(tableOf().columnsOf([]), null);
  });

  it('forgets the steps that a resumed run does again', () => {
    const table = tableOf([1, { a: 1 }], [2, { a: 2 }], [3, { a: 3 }], [2, { a: 20 }]);
    assert.deepEqual(table.columns(100).columns, { a: [1, 20] });
  });

  it('gives what is new with the seconds of the whole run', () => {
    const table = tableOf([1, { a: 1 }], [2, { a: 2 }]);
    assert.deepEqual(table.columnsOf(table.lines.slice(1))?.seconds, [60]);
  });

  it('keeps a spike of any figure, and the last step, however few points are asked for', () => {
    const spikes = fc.record({ at: fc.nat(4999), points: fc.integer({ min: 50, max: 600 }) });
    fc.assert(
      fc.property(spikes, ({ at, points }) => {
        const steps = Array.from({ length: 5000 }, (_, index) => index + 1);
        const table = tableOf(...steps.map((step) => [step, { a: step === at ? 99 : 1 }] as const));
        const { columns, steps: kept, totalSteps } = table.columns(points);
        assert.ok(kept.length <= points);
        assert.equal(totalSteps, 5000);
        assert.equal(kept.at(-1), 5000);
        assert.equal(columns['a']?.length, kept.length);
        assert.equal(columns['a'].includes(99), at > 0);
      }),
      { numRuns: 20 },
    );
  });

  it('thins to pairs of the least and the greatest in the order in which they came', () => {
    const values = [5, 1, 9, 4, 2, 8, 3];
    const table = tableOf(...values.map((a, index) => [index + 1, { a }] as const));
    const { steps, columns } = table.columns(5);
    assert.deepEqual(steps, [1, 3, 4, 6, 7]);
    assert.deepEqual(columns['a'], [1, 9, 2, 8, 3]);
  });

  it('has nothing where a whole stretch has nothing', () => {
    const table = tableOf([1, {}], [2, {}], [3, { a: 1 }], [4, { a: 2 }], [5, {}]);
    assert.deepEqual(table.columns(4).columns, { a: [1, 2, null] });
  });
});
