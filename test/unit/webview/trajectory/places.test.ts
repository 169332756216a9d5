import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ItemHeights } from '../../../../webview/trajectory/column/itemHeights.ts';
import { rowWindow } from '../../../../webview/trajectory/column/rowWindow.ts';

function heightsOf(keys: readonly string[]): ItemHeights {
  const heights = new ItemHeights(100);
  heights.setKeys(keys);
  return heights;
}

describe('ItemHeights', () => {
  it('guesses until an item was measured', () => {
    const heights = heightsOf(['a', 'b', 'c']);
    assert.equal(heights.total, 300);
    assert.equal(heights.measure('a', 40), true);
    assert.equal(heights.topOf(1), 40);
    assert.equal(heights.total, 240);
    assert.equal(heights.measure('a', 40.2), false, 'a fraction of a pixel changes nothing');
  });

  it('finds the item at a height', () => {
    const heights = heightsOf(['a', 'b', 'c']);
    heights.measure('b', 10);
    assert.deepEqual(
      [-5, 0, 99, 100, 109, 110, 5000].map((height) => heights.placeAt(height)),
      [0, 0, 0, 1, 1, 2, 2],
    );
    assert.equal(heightsOf([]).placeAt(50), 0);
  });

  it('knows an item again when others come before it', () => {
    const heights = heightsOf(['a', 'b']);
    heights.measure('b', 10);
    heights.setKeys(['a', 'x', 'b']);
    assert.equal(heights.total, 210);
  });

  it('guesses again when the width changed', () => {
    const heights = heightsOf(['a']);
    heights.measure('a', 10);
    heights.clear();
    assert.equal(heights.total, 100);
  });

  it('finds every item by its own top', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1 }), (sizes) => {
        const keys = sizes.map((_, place) => String(place));
        const heights = heightsOf(keys);
        for (const [place, size] of sizes.entries()) heights.measure(String(place), size);
        for (const place of keys.keys()) {
          assert.equal(heights.placeAt(heights.topOf(place)), place);
        }
      }),
    );
  });
});

describe('rowWindow', () => {
  const list = { count: 10_000, rowHeight: 24, height: 480 };

  it('draws a short list whole', () => {
    assert.deepEqual(rowWindow({ ...list, count: 60, scrollTop: 0 }), {
      ...{ first: 0, end: 60, before: 0, after: 0 },
    });
  });

  it('draws what is seen and a little more', () => {
    const { first, end, before } = rowWindow({ ...list, scrollTop: 24_000 });
    assert.deepEqual([first, end, before], [990, 1030, 990 * 24]);
  });

  it('keeps its height wherever it is scrolled to', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100, max: 300_000 }), (scrollTop) => {
        const { first, end, before, after } = rowWindow({ ...list, scrollTop });
        assert.equal(before + (end - first) * 24 + after, 240_000);
        assert.ok(end - first >= 20 && end - first <= 40);
      }),
    );
  });
});
