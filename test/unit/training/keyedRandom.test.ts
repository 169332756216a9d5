import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { keyedRandom, shuffled } from '../../../runtime/training/keyedRandom.ts';

const draw = (random: () => number, count = 5) => Array.from({ length: count }, () => random());

describe('keyedRandom', () => {
  it('gives the same numbers for the same seed and key, and others for any other', () => {
    const numbers = draw(keyedRandom(1, 'order', 2));
    assert.deepEqual(draw(keyedRandom(1, 'order', 2)), numbers);
    for (const other of [
      keyedRandom(2, 'order', 2),
      keyedRandom(1, 'order', 3),
      keyedRandom(1, 'order', '2'),
      keyedRandom(1, 'order2'),
      keyedRandom(1),
    ]) {
      assert.notDeepEqual(draw(other), numbers);
    }
  });

  it('stays what it was, so that a run can be resumed by a later version', () => {
    assert.deepEqual(shuffled(['a', 'b', 'c', 'd', 'e', 'f'], keyedRandom(7, 'order', 1)), [
      'e',
      'f',
      'c',
      'd',
      'b',
      'a',
    ]);
  });
});

describe('shuffled', () => {
  it('loses and doubles nothing, and leaves the list as it is', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20)), fc.nat(), (items, seed) => {
        const before = [...items];
        const result = shuffled(items, keyedRandom(seed));
        assert.deepEqual(items, before);
        assert.deepEqual(
          result.toSorted((a, b) => a - b),
          before.toSorted((a, b) => a - b),
        );
      }),
    );
  });

  it('puts every item everywhere about equally often', () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 3000; seed += 1) {
      const [first] = shuffled(['a', 'b', 'c'], keyedRandom(seed));
      counts.set(first ?? '', (counts.get(first ?? '') ?? 0) + 1);
    }
    for (const item of ['a', 'b', 'c']) {
      const share = (counts.get(item) ?? 0) / 3000;
      assert.ok(Math.abs(share - 1 / 3) < 0.04, `${item}: ${share}`);
    }
  });
});
