// Planes, ticks, zooming and the words at the axis.
import assert from 'node:assert/strict';
import { axisPlace, axisTicks, shortTime } from '../../../../webview/charts/axisWords.ts';
import { placeOf } from '../../../../webview/charts/board.ts';
import { margins, type Plane, xAt, xOf, yOf } from '../../../../webview/charts/plane.ts';
import { rangeOf, stepTicks, timeTicks, upwardTicks } from '../../../../webview/charts/ticks.ts';
import { nearestIndex, visibleIndexes } from '../../../../webview/charts/visibleIndexes.ts';
import { showing, zoomedAbout, zoomedTo } from '../../../../webview/charts/zoom.ts';

const plane: Plane = {
  ...{ width: 252, height: 126 },
  x: { from: 100, to: 300 },
  y: { from: 0, to: 2 },
};
const whole = { from: 0, to: 1000 };

describe('a plane of a chart', () => {
  it('puts the ends of both ranges on its edges', () => {
    assert.equal(xOf(plane, 100), margins.left);
    assert.equal(xOf(plane, 300), 252 - margins.right);
    assert.equal(yOf(plane, 0), 126 - margins.bottom);
    assert.equal(yOf(plane, 2), margins.top);
  });

  it('keeps what is too high or too low on its edge', () => {
    assert.equal(yOf(plane, 9), margins.top);
    assert.equal(yOf(plane, -9), 126 - margins.bottom);
  });

  it('finds the value at a place, and the nearest one outside', () => {
    assert.equal(xAt(plane, xOf(plane, 217)), 217);
    assert.equal(xAt(plane, 0), 100);
    assert.equal(xAt(plane, 999), 300);
  });

  it('survives a range and a width of nothing', () => {
    const point = { ...plane, width: 10, x: { from: 5, to: 5 } };
    assert.ok(Number.isFinite(xOf(point, 5)));
    assert.equal(xAt(point, 3), 5);
  });
});

describe('the vertical range of a chart', () => {
  it('ends at an even number whose half is even too', () => {
    const top = (value: number): number => rangeOf('from-zero', [value]).to;
    assert.deepEqual([0.97, 1.17, 1.3, 62, 97, 4.2].map(top), [1, 1.2, 1.6, 80, 100, 5]);
    assert.equal(top(0.0177).toFixed(4), '0.0200');
    assert.deepEqual(upwardTicks({ from: 0, to: 1.6 }), [0, 0.8, 1.6]);
  });

  it('takes a number that is a top already as it is, in spite of rounding', () => {
    assert.equal(rangeOf('from-zero', [0.1 + 0.2]).to.toFixed(2), '0.30');
  });

  it('goes below zero only for figures that do', () => {
    assert.deepEqual(rangeOf('from-zero', [-0.5, 3]), { from: -0.5, to: 3 });
    assert.deepEqual(rangeOf('from-zero', [-3, -1]), { from: -3, to: 0 });
  });

  it('shows the upper half of shares that are all in it', () => {
    assert.deepEqual(rangeOf('high-share', [0.61, 0.99]), { from: 0.5, to: 1 });
    assert.deepEqual(rangeOf('high-share', [0.41, 0.99]), { from: 0, to: 1 });
  });

  it('is as given, and from 0 to 1 where there is nothing to fit', () => {
    assert.deepEqual(rangeOf([0, 1.6], [7]), { from: 0, to: 1.6 });
    assert.deepEqual(rangeOf('from-zero', []), { from: 0, to: 1 });
    assert.deepEqual(rangeOf('from-zero', [0, 0]), { from: 0, to: 1 });
  });
});

describe('the ticks from left to right', () => {
  it('are round numbers of train steps, no more than there is room for', () => {
    assert.deepEqual(stepTicks({ from: 0, to: 312 }, 4), [0, 100, 200, 300]);
    assert.deepEqual(stepTicks({ from: 140, to: 171 }, 4), [140, 150, 160, 170]);
    assert.deepEqual(stepTicks({ from: 0, to: 3 }, 10), [0, 1, 2, 3]);
  });

  it('are what clocks count in on the axis of time', () => {
    assert.deepEqual(timeTicks({ from: 0, to: 30_000 }, 4), [0, 10_800, 21_600]);
    assert.deepEqual(timeTicks({ from: 0, to: 50 }, 4), [0, 15, 30, 45]);
    assert.deepEqual(timeTicks({ from: 0, to: 86_400 * 100 }, 4).length, 4);
  });

  it('say what they count', () => {
    const words = axisTicks('step', { from: 0, to: 2500 }, 260).map((tick) => tick.words);
    assert.deepEqual(words, ['step 0', '1,000', '2,000']);
    const times = axisTicks('time', { from: 0, to: 30_000 }, 260).map((tick) => tick.words);
    assert.deepEqual(times, ['0 s', '3 h', '6 h']);
  });
});

describe('short times', () => {
  it('name the greatest unit and what is left of the next', () => {
    const words = [0.2, 45, 60, 95, 600, 1152, 5400, 7200, 194_400].map(shortTime);
    assert.deepEqual(words, [
      ...['0 s', '45 s', '1 min', '1 min 35 s', '10 min', '19 min'],
      ...['1 h 30 min', '2 h', '2 d 6 h'],
    ]);
  });
});

describe('the part of the axis that is shown', () => {
  it('keeps the place under the pointer where it is', () => {
    assert.deepEqual(zoomedAbout({ from: 0, to: 1000 }, whole, 250, 0.5), { from: 125, to: 625 });
  });

  it('is all of it when there is no more to show', () => {
    assert.equal(zoomedAbout({ from: 100, to: 900 }, whole, 500, 1.25), null);
    assert.equal(zoomedTo(-5, 2000, whole), null);
  });

  it('does not come nearer than can be told apart, and not out of the axis', () => {
    assert.deepEqual(zoomedTo(999.5, 1000, whole), { from: 995, to: 1000 });
    assert.deepEqual(zoomedTo(300, 100, whole), { from: 100, to: 300 });
    assert.equal(zoomedTo(300, 300, whole), null);
  });

  it('moves no farther than to what is looked at', () => {
    assert.deepEqual(showing({ from: 100, to: 200 }, whole, 205), { from: 105, to: 205 });
    assert.deepEqual(showing({ from: 100, to: 200 }, whole, 90), { from: 90, to: 190 });
    assert.deepEqual(showing({ from: 100, to: 200 }, whole, 150), { from: 100, to: 200 });
  });
});

describe('train steps in a range', () => {
  const xs = [1, 2, 4, 8, 16];

  it('are those inside and one on each side', () => {
    assert.deepEqual(visibleIndexes(xs, { from: 3, to: 7 }), { first: 1, last: 3 });
    assert.deepEqual(visibleIndexes(xs, { from: 0, to: 99 }), { first: 0, last: 4 });
    assert.deepEqual(visibleIndexes([], { from: 0, to: 99 }), { first: 0, last: -1 });
  });

  it('are found by what lies nearest', () => {
    assert.equal(nearestIndex(xs, 5), 2);
    assert.equal(nearestIndex(xs, 7), 3);
    assert.equal(nearestIndex(xs, 999), 4);
    assert.equal(nearestIndex(xs, -1), 0);
    assert.equal(nearestIndex([], 3), null);
  });
});

describe('a train step on a board', () => {
  const metrics = { steps: [1, 5, 9], seconds: [0, 400, 800], columns: {}, totalSteps: 9 };
  const own = { name: 'run', metrics, data: new Map() };
  const range = { from: 0, to: 9 };
  const board = {
    ...({ axis: 'step', own, others: [], whole: range, shown: range, smooth: true } as const),
    ...{ marks: [], unknownFrom: null },
  };

  it('lies where it was, or where the last known one before it was', () => {
    assert.equal(placeOf(metrics, 'step', 7), 7);
    assert.equal(placeOf(metrics, 'time', 7), 400);
    assert.equal(placeOf(metrics, 'time', 9), 800);
    assert.equal(placeOf(metrics, 'time', 0), 0);
  });

  it('is named with its time', () => {
    assert.equal(axisPlace(board, null), 'Step 9, the newest');
    assert.equal(axisPlace(board, 5), 'Step 5, 6 min 40 s after the first');
    const none = { ...own, metrics: { ...metrics, steps: [] } };
    assert.equal(axisPlace({ ...board, own: none }, null), '');
  });
});
