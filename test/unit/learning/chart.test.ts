import assert from 'node:assert/strict';
import { drawChart, smoothed } from '../../learning/chart.ts';

describe('chart', () => {
  const svg = drawChart({
    title: 'Reward & more',
    unit: 'reward',
    top: 1.6,
    lines: [
      { title: 'one', values: [0, 1.6] },
      { title: 'two', values: [null, 0.8] },
    ],
  });

  it('draws each line from the left edge to the right, low values low', () => {
    const paths = [...svg.matchAll(/class="line" stroke="[^"]+" d="(M[^h"]+)"/g)].map(([, d]) => d);
    assert.deepEqual(paths, ['M44 268L500 151', 'M500 151']);
  });

  it('is text that a reader and a dark page can use', () => {
    assert.match(svg, /aria-label="Reward &amp; more"/);
    assert.match(svg, /prefers-color-scheme:dark/);
    assert.match(svg, />0\.8<\/text>/);
  });

  it('smooths over the values before, and says where there are none', () => {
    assert.deepEqual(smoothed([2, 4, null, 0, 2, 7]), [2, 3, 3, 2, 2, 3.25]);
    assert.deepEqual(smoothed([null, 1]), [null, 1]);
  });
});
