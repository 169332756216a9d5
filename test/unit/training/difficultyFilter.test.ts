import assert from 'node:assert/strict';
import fc from 'fast-check';
import { difficultyOf, isInside } from '../../../runtime/training/difficultyFilter.ts';

const window = { low: 0.2, high: 0.8 };

describe('difficulty of a task', () => {
  /** Of ten samples, as the paper takes them: passes, and what becomes of the task. */
  const ofTen = [
    [0, 'too-hard'],
    [1, 'too-hard'],
    [2, 'kept'],
    [5, 'kept'],
    [8, 'kept'],
    [9, 'too-easy'],
    [10, 'too-easy'],
  ] as const;
  for (const [passes, difficulty] of ofTen) {
    it(`is ${difficulty} with ${passes} of 10 right`, () => {
      assert.equal(difficultyOf({ passes, samples: 10 }, window), difficulty);
    });
  }

  it('is not known without a scored sample', () => {
    assert.equal(difficultyOf({ passes: 0, samples: 0 }, window), 'unscored');
  });

  it('keeps everything in the widest window, and one rate in the narrowest', () => {
    for (const passes of [0, 1, 2, 3]) {
      assert.equal(difficultyOf({ passes, samples: 3 }, { low: 0, high: 1 }), 'kept');
    }
    assert.equal(difficultyOf({ passes: 1, samples: 2 }, { low: 0.5, high: 0.5 }), 'kept');
  });

  it('is kept exactly inside of the window', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        share,
        share,
        fc.nat(20),
        fc.integer({ min: 1, max: 20 }),
        (a, b, passes, samples) => {
          const [low, high] = [Math.min(a, b), Math.max(a, b)];
          const count = { passes: Math.min(passes, samples), samples };
          const isKept = difficultyOf(count, { low, high }) === 'kept';
          assert.equal(isKept, isInside(count.passes / samples, { low, high }));
        },
      ),
    );
  });
});
