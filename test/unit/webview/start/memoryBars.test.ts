import assert from 'node:assert/strict';
import { memoryGroups } from '../../../../webview/start/memoryBars.ts';
import { makeMemoryEstimate } from '../../../fakes/trainingPlans.ts';

const near = (value: number | undefined, wanted: number): void =>
  assert.ok(value !== undefined && Math.abs(value - wanted) < 0.01, `${value} is not ${wanted}`);

describe('memoryGroups', () => {
  it('stacks the parts of a card, with the limit in one place for all', () => {
    const [group] = memoryGroups([makeMemoryEstimate()]);
    const [bar] = group?.bars ?? [];
    // The width is a tenth more than the limit of 80 GiB.
    near(bar?.limit, 100 / 1.1);
    near(bar?.parts[0]?.left, 0);
    near(bar?.parts[0]?.width, 760 / 88);
    near(bar?.parts[1]?.left, 760 / 88);
    near(bar?.whisker?.left, 2410 / 88);
    near(bar?.whisker?.width, 860 / 88);
    assert.deepEqual(
      [bar?.words, bar?.label, bar?.isOver],
      ['28 ± 4 GiB', 'GPU 0: weights 7.6, optimiser 21; 28 ± 4 GiB of 80', false],
    );
  });

  it('has room for what is over the limit', () => {
    const over = makeMemoryEstimate({ totalGib: 90, spreadGib: 10 });
    const [bar] = memoryGroups([over])[0]?.bars ?? [];
    near(bar?.limit, 80);
    near((bar?.whisker?.left ?? 0) + (bar?.whisker?.width ?? 0), 100);
    assert.equal(bar?.isOver, true);
  });

  it('draws no whisker for what is exact, and none below nothing', () => {
    const [exact, vague] = memoryGroups([
      makeMemoryEstimate({ spreadGib: 0 }),
      makeMemoryEstimate({ gpu: 1, totalGib: 2, spreadGib: 3 }),
    ])[0]?.bars ?? [undefined, undefined];
    assert.deepEqual([exact?.whisker, exact?.words], [null, '28 GiB']);
    near(vague?.whisker?.left, 0);
    near(vague?.whisker?.width, 500 / 88);
    assert.equal(vague?.words, '2.0 ± 3.0 GiB');
  });

  it('gives a part the same texture on every card, and different parts different ones', () => {
    const sampling = [
      { name: 'weights', gib: 3 },
      { name: 'KV cache', gib: 60 },
    ];
    const groups = memoryGroups([
      makeMemoryEstimate({ gpu: 4, role: 'sample', parts: sampling }),
      makeMemoryEstimate(),
      makeMemoryEstimate({ gpu: 1 }),
    ]);
    assert.deepEqual(
      groups.map(({ role, bars }) => [role, bars.map(({ gpu }) => gpu)]),
      [
        ['train', [0, 1]],
        ['sample', [4]],
      ],
    );
    const legends = groups.map(({ legend }) => legend.map(({ name, texture }) => [name, texture]));
    assert.deepEqual(legends, [
      [
        ['weights', 0],
        ['optimiser', 2],
      ],
      [
        ['weights', 0],
        ['KV cache', 1],
      ],
    ]);
  });

  it('draws nothing where there is no card', () => {
    assert.deepEqual(memoryGroups([]), []);
  });
});
