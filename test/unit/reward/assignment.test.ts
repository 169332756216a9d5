import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { bestAssignment } from '../../../runtime/reward/assignment.ts';

/** By trying every pairing. */
function exhaustive(scores: readonly (readonly number[])[], used: ReadonlySet<number>): number {
  const [row, ...rest] = scores;
  if (row === undefined) return 0;
  const without = exhaustive(rest, used);
  return row.reduce((best, score, column) => {
    if (used.has(column)) return best;
    return Math.max(best, score + exhaustive(rest, new Set([...used, column])));
  }, without);
}

describe('bestAssignment', () => {
  it('gives up a good pair where two others are better', () => {
    assert.equal(
      bestAssignment([
        [3, 2],
        [2.5, 0],
      ]),
      4.5,
    );
  });

  it('is 0 without rows or columns', () => {
    assert.equal(bestAssignment([]), 0);
    assert.equal(bestAssignment([[], []]), 0);
  });

  it('is the best of all pairings', () => {
    const table = fc
      .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 }))
      .chain(([rows, columns]) => {
        const score = fc.integer({ min: 0, max: 12 }).map((value) => value / 4);
        const row = fc.array(score, { minLength: columns, maxLength: columns });
        return fc.array(row, { minLength: rows, maxLength: rows });
      });
    fc.assert(
      fc.property(table, (scores) => {
        assert.ok(Math.abs(bestAssignment(scores) - exhaustive(scores, new Set())) < 1e-9);
      }),
      { numRuns: 500 },
    );
  });

  it('is quick for a reply of many calls', () => {
    const scores = Array.from({ length: 5 }, (_, row) =>
      Array.from({ length: 2000 }, (__, column) => (row * column) % 7),
    );
    const started = performance.now();
    assert.equal(bestAssignment(scores), 24);
    assert.ok(performance.now() - started < 1000);
  });
});
