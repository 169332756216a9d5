// From the metrics of a run to lines and areas, words and tables.
import assert from 'node:assert/strict';
import type { Chart } from '../../../../webview/charts/chart.ts';
import { chartData, hasFigures } from '../../../../webview/charts/chartData.ts';
import { planeOf } from '../../../../webview/charts/chartPlane.ts';
import { chartSummary, readingAt } from '../../../../webview/charts/chartSummary.ts';
import { drawingOf } from '../../../../webview/charts/drawing.ts';
import { figureValues } from '../../../../webview/charts/figure.ts';
import { formatTick, formatValue } from '../../../../webview/charts/formats.ts';
import { Memo } from '../../../../webview/charts/memo.ts';
import { type Plane, xOf, yOf } from '../../../../webview/charts/plane.ts';
import { smoothed } from '../../../../webview/charts/smoothed.ts';

const metrics = {
  steps: [1, 2, 3, 4],
  columns: { a: [1, 2, null, 4], b: [1, 2, 3, 0], none: [null, null, null, null] },
};
const lines: Chart = {
  ...{ id: 'lines', title: 'Lines', unit: 'of a and b', kind: 'lines' },
  ...{ scale: 'from-zero', format: 'score' },
  series: [
    { name: 'a', figure: { of: 'a' }, tone: 'blue' },
    { name: 'b', figure: { of: 'b' }, tone: 'purple', dash: 'dash' },
  ],
};
const stack: Chart = { ...lines, id: 'stack', kind: 'stack' };
const plane: Plane = { width: 252, height: 126, x: { from: 1, to: 4 }, y: { from: 0, to: 8 } };

describe('a figure', () => {
  it('is a metric, scaled, or what is left of one', () => {
    assert.deepEqual(figureValues({ of: 'a', times: 0.5 }, metrics), [0.5, 1, null, 2]);
    assert.deepEqual(figureValues({ of: 'b', rest: true }, metrics), [0, -1, -2, 1]);
  });

  it('is a share of a sum; there is none where a part is missing or the sum is 0', () => {
    assert.deepEqual(figureValues({ of: 'a', over: ['a', 'b'] }, metrics), [0.5, 0.5, null, 1]);
    assert.deepEqual(figureValues({ of: 'a', over: ['b'] }, metrics), [1, 1, null, null]);
  });

  it('adds metrics up', () => {
    assert.deepEqual(figureValues({ of: 'a', plus: ['b'] }, metrics), [2, 4, null, 4]);
  });

  it('is nothing at all for a metric that the run does not have', () => {
    assert.deepEqual(figureValues({ of: 'x' }, metrics), [null, null, null, null]);
  });
});

describe('smoothing', () => {
  it('leaves a constant as it is from the first value on', () => {
    for (const value of smoothed([3, 3, 3])) assert.ok(Math.abs((value ?? 0) - 3) < 1e-12);
  });

  it('weighs new values by their age and passes over gaps', () => {
    // After 1 and 3 with weight 0.5: (0.5·3 + 0.25·1) / 0.75.
    const [first, gap, second] = smoothed([1, null, 3], 0.5);
    assert.equal(first, 1);
    assert.equal(gap, null);
    assert.ok(Math.abs((second ?? 0) - 7 / 3) < 1e-12);
  });
});

describe('the figures of a chart', () => {
  it('compare by the first series of lines and by the sum of a stack', () => {
    assert.deepEqual(chartData(lines, metrics).main, [1, 2, null, 4]);
    assert.deepEqual(chartData(stack, metrics).main, [2, 4, 3, 4]);
  });

  it('are not smoothed where they do not jitter', () => {
    const data = chartData({ ...lines, raw: true }, metrics);
    assert.deepEqual(data.smooth, data.raw);
    assert.notDeepEqual(chartData(lines, metrics).smooth, data.raw);
  });

  it('are there when one of them is', () => {
    const empty = { ...lines, series: [{ ...lines.series[0]!, figure: { of: 'none' } }] };
    assert.equal(hasFigures(chartData(empty, metrics)), false);
    assert.equal(hasFigures(chartData(lines, metrics)), true);
  });

  it('set the range of the plane, with the limits that are near', () => {
    const own = { xs: metrics.steps, data: chartData(lines, metrics) };
    const given = { own, others: [], width: 252, x: plane.x };
    const limits = [
      { value: 6, words: 'near' },
      { value: 99, words: 'far' },
    ];
    assert.equal(planeOf({ chart: lines, ...given }).y.to, 4);
    assert.equal(planeOf({ chart: { ...lines, limits }, ...given }).y.to, 6);
    const whole = { xs: metrics.steps, data: chartData(stack, metrics) };
    assert.equal(planeOf({ chart: stack, ...given, own: whole, x: { from: 1, to: 1 } }).y.to, 2);
  });

  it('leave room for a run that is compared with', () => {
    const own = { xs: metrics.steps, data: chartData(lines, metrics) };
    const other = { ...metrics, columns: { ...metrics.columns, a: [9, 9, 9, 9] } };
    const others = [{ xs: other.steps, data: chartData(lines, other) }];
    assert.equal(planeOf({ chart: lines, own, others, width: 252, x: plane.x }).y.to, 10);
  });
});

describe('a drawing', () => {
  const drawn = (chart: Chart, smooth: boolean) => {
    const own = { xs: metrics.steps, data: chartData(chart, metrics) };
    return drawingOf({ chart, own, others: [], plane, smooth });
  };

  it('of lines has a stretch for each piece without a gap', () => {
    const [a, b] = drawn(lines, false).lines;
    const at = (step: number, value: number): number[] => [xOf(plane, step), yOf(plane, value)];
    assert.deepEqual(a?.stretches, [[...at(1, 1), ...at(2, 2)], at(4, 4)]);
    assert.equal(b?.stretches.length, 1);
    assert.equal(b.dash, 'dash');
  });

  it('has thin raw lines under thick smoothed ones', () => {
    const looks = drawn(lines, true).lines.map(({ width, dash }) => [width, dash]);
    assert.deepEqual(looks, [
      [1, 'solid'],
      [1, 'solid'],
      [1.75, 'solid'],
      [1.75, 'dash'],
    ]);
  });

  it('of a stack lays each area on the one below, and back along it', () => {
    const { areas } = drawn(stack, false);
    const [lower, upper] = areas.map(({ outlines }) => outlines[0] ?? []);
    assert.equal(lower?.length, 16);
    assert.equal(lower[1], yOf(plane, 1));
    // A part that is missing beside others counts as nothing.
    assert.equal(upper?.[5], yOf(plane, 3));
    assert.deepEqual(upper.slice(-2), [xOf(plane, 1), yOf(plane, 1)]);
  });

  it('of a stack has a gap where every part is missing', () => {
    const gapped = { ...metrics, columns: { a: [1, null, 1, 1], b: [1, null, 1, 1] } };
    const own = { xs: metrics.steps, data: chartData(stack, gapped) };
    const { areas } = drawingOf({ chart: stack, own, others: [], plane, smooth: false });
    assert.equal(areas[0]?.outlines.length, 2);
  });

  it('has one dotted grey line for each other run', () => {
    const data = chartData(stack, metrics);
    const own = { xs: metrics.steps, data };
    const parts = { chart: stack, own, others: [own], plane, smooth: false };
    const other = drawingOf(parts).lines.at(-1);
    assert.deepEqual([other?.tone, other?.dash], ['other', 'dot']);
    assert.equal(other?.stretches[0]?.[1], yOf(plane, 2));
  });
});

describe('a chart in words', () => {
  it('says where each series began, ended, and was least and greatest', () => {
    const said = chartSummary(lines, chartData(lines, metrics), metrics.steps);
    assert.equal(
      said,
      'a: from 1.00 at step 1 to 4.00 at step 4, least 1.00 at step 1, greatest 4.00 at step 4. ' +
        'b: from 1.00 at step 1 to 0.00 at step 4, least 0.00 at step 4, greatest 3.00 at step 3.',
    );
  });

  it('says less where there is less', () => {
    const one = { steps: [7], columns: { a: [2] } };
    assert.equal(
      chartSummary(lines, chartData(lines, one), one.steps),
      'a: 2.00 at step 7. b: no figures yet.',
    );
  });

  it('reads one train step', () => {
    assert.equal(readingAt(lines, chartData(lines, metrics), 2), 'a –, b 3.00');
  });
});

describe('the numbers of a chart', () => {
  it('are printed in their unit', () => {
    assert.equal(formatValue('share', 0.563), '56 %');
    assert.equal(formatValue('small-share', 0.0632), '6.3 %');
    assert.equal(formatValue('small', -0.0142), '−0.0142');
    assert.equal(formatValue('whole', 2048.4), '2,048');
    assert.equal(formatValue('thousands', 224_310), '224 k');
    assert.equal(formatValue('seconds', 2.345), '2.3 s');
    assert.equal(formatValue('seconds', 96.4), '96 s');
    assert.equal(formatValue('count', 14.55), '14.6');
    assert.equal(formatValue('score', null), '–');
  });

  it('are short at the axis', () => {
    assert.equal(formatTick('share', 0.5), '50 %');
    assert.equal(formatTick('score', 0.8), '0.8');
    assert.equal(formatTick('thousands', 1_500_000), '1.5 M');
    assert.equal(formatTick('whole', 800), '800');
    assert.equal(formatTick('seconds', 80), '80');
  });
});

describe('what is remembered', () => {
  it('is made anew only from other things', () => {
    const memo = new Memo<object>();
    assert.equal(memo.value, null);
    const first = memo.get([1, 'a'], () => ({}));
    assert.equal(
      memo.get([1, 'a'], () => ({})),
      first,
    );
    assert.notEqual(
      memo.get([1, 'b'], () => ({})),
      first,
    );
    assert.notEqual(
      memo.get([1], () => ({})),
      first,
    );
  });
});
