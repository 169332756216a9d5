import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ScrollMap } from '../../../../webview/list/scrollMap.ts';

function mapOf(rows: number, viewport = 600): ScrollMap {
  const map = new ScrollMap(24);
  map.resize(rows, viewport, 24);
  return map;
}

describe('the place in a long list', () => {
  it('draws what is in sight and a margin', () => {
    const map = mapOf(200_000);
    map.scrolled(24 * 1000 + 5);
    const { first, end, above } = map.window();
    assert.equal(map.firstVisible, 1000);
    assert.equal(first, 992);
    assert.equal(end, 1000 + 26 + 8);
    assert.equal(above, 992 * 24);
  });

  it('adds up to the height of all rows', () => {
    const map = mapOf(1000);
    map.scrolled(7777);
    const { first, end, above, below } = map.window();
    assert.equal(above + (end - first) * 24 + below, 24_000);
  });

  it('knows its ends', () => {
    const map = mapOf(1000);
    assert.equal(map.isAtEnd, false);
    map.scrolled(24_000 - 600);
    assert.equal(map.isAtEnd, true);
    assert.equal(map.window().end, 1000);
    assert.equal(mapOf(3).isAtEnd, true);
    assert.deepEqual(mapOf(0).window(), { first: 0, end: 0, above: 0, below: 0 });
  });

  it('moves as little as needed to show a row', () => {
    const map = mapOf(1000);
    assert.equal(map.reveal(10), null);
    assert.equal(map.reveal(25), 26 * 24 - 600);
    assert.equal(map.reveal(25), null);
    assert.equal(map.reveal(0), 0);
  });

  it('keeps the row in sight when rows get another height', () => {
    const map = mapOf(1000);
    map.goTo(500);
    map.resize(1000, 600, 30);
    assert.equal(map.firstVisible, 500);
  });

  it('keeps its place while the list grows, and shows less when it shrinks', () => {
    const map = mapOf(1000);
    map.scrolled(2400);
    assert.equal(map.resize(5000, 600, 24), true);
    assert.equal(map.resize(5000, 600, 24), false);
    assert.equal(map.firstVisible, 100);
    map.resize(10, 600, 24);
    assert.equal(map.firstVisible, 0);
  });

  it('reaches every row of five million through a bar of fifteen million pixels', () => {
    const map = mapOf(5_000_000);
    const { above, below, first, end } = map.window();
    assert.ok(above + below + (end - first) * 24 <= 15_000_000);
    map.scrolled(7_500_000 - 300);
    assert.ok(Math.abs(map.firstVisible - 2_500_000) < 30, String(map.firstVisible));
    map.scrolled(15_000_000 - 600);
    assert.equal(map.window().end, 5_000_000);
    map.scrolled(0);
    assert.equal(map.firstVisible, 0);
  });

  it('moves by single rows in five million, and the bar follows when it rests', () => {
    const map = mapOf(5_000_000);
    const bar = map.goTo(2_500_000);
    map.scrolled(bar + 24);
    assert.equal(map.firstVisible, 2_500_001);
    map.scrolled(bar + 48);
    assert.equal(map.firstVisible, 2_500_002);
    const settled = map.settle();
    assert.ok(settled < bar + 48 && settled > bar);
    map.scrolled(settled);
    assert.equal(map.firstVisible, 2_500_002);
  });

  it('never draws outside the list or above its start', () => {
    const moves = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 });
    fc.assert(
      fc.property(
        fc.nat(5_000_000),
        fc.integer({ min: 0, max: 2000 }),
        moves,
        (rows, sight, bars) => {
          const map = mapOf(rows, sight);
          for (const bar of bars) {
            map.scrolled(bar * Math.max(0, Math.min(15e6, rows * 24) - sight));
            const { first, end, above, below } = map.window();
            assert.ok(first >= 0 && first <= end && end <= rows && above >= 0 && below >= 0);
            assert.ok(end - first <= Math.ceil(sight / 24) + 18);
          }
        },
      ),
    );
  });
});
