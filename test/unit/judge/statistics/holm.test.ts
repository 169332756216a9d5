import assert from 'node:assert/strict';
import fc from 'fast-check';
import { holmAdjusted } from '../../../../runtime/judge/statistics/holm.ts';

const close = (found: readonly number[], wanted: readonly number[]) => {
  assert.equal(found.length, wanted.length);
  for (const [place, value] of wanted.entries()) {
    assert.ok(Math.abs((found[place] ?? NaN) - value) < 1e-12, found.join(' '));
  }
};

describe('holmAdjusted', () => {
  it('is what R gives for p.adjust(p, "holm")', () => {
    close(holmAdjusted([0.01, 0.04, 0.03, 0.005]), [0.03, 0.06, 0.06, 0.02]);
    close(holmAdjusted([0.2]), [0.2]);
    close(holmAdjusted([0.6, 0.7, 0.5]), [1, 1, 1]);
    close(holmAdjusted([]), []);
  });

  it('never lowers a value, lies between it and Bonferroni, and keeps the order', () => {
    const p = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });
    fc.assert(
      fc.property(p, (values) => {
        const found = holmAdjusted(values);
        for (const [place, value] of values.entries()) {
          const adjusted = found[place] ?? NaN;
          assert.ok(adjusted >= value && adjusted <= Math.min(1, value * values.length));
          for (const [other, another] of values.entries()) {
            if (another < value) assert.ok((found[other] ?? NaN) <= adjusted);
          }
        }
      }),
    );
  });
});
