import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { drawToken } from '../../../runtime/policy/logitSampling.ts';
import { seededRandom } from '../../../runtime/support/seededRandom.ts';

/** Numbers whose probabilities at temperature 1 are these. */
const logitsOf = (...probabilities: number[]): number[] => probabilities.map(Math.log);
const near = (found: number, wanted: number): void =>
  assert.ok(Math.abs(found - wanted) < 1e-9, `${found} is not ${wanted}`);

describe('logitSampling', () => {
  const logits = logitsOf(0.1, 0.6, 0.3);

  it('takes the likeliest token at temperature 0 and says how likely it was', () => {
    const drawn = drawToken(logits, { temperature: 0, topP: 1, random: 0.99 });
    assert.equal(drawn.id, 1);
    near(drawn.logProb, Math.log(0.6));
  });

  it('draws each token for its share of the random numbers', () => {
    const draws = [0, 0.09, 0.11, 0.69, 0.71, 0.999].map(
      (random) => drawToken(logits, { temperature: 1, topP: 1, random }).id,
    );
    assert.deepEqual(draws, [0, 0, 1, 1, 2, 2]);
  });

  it('sharpens with a low temperature and flattens with a high one', () => {
    const at = (temperature: number): number =>
      drawToken(logits, { temperature, topP: 1, random: 0.5 }).logProb;
    near(at(0.5), Math.log(0.36 / (0.01 + 0.36 + 0.09)));
    assert.ok(at(0.5) > at(1) && at(1) > at(2));
  });

  it('draws from the likeliest tokens only, and counts their probability anew', () => {
    for (const random of [0, 0.5, 0.999]) {
      const drawn = drawToken(logits, { temperature: 1, topP: 0.85, random });
      assert.notEqual(drawn.id, 0);
      near(drawn.logProb, Math.log((drawn.id === 1 ? 0.6 : 0.3) / 0.9));
    }
    near(drawToken(logits, { temperature: 1, topP: 0.0001, random: 0.999 }).logProb, 0);
  });

  it('survives huge and hopeless numbers', () => {
    const drawn = drawToken([1e30, -Infinity, -1e30], { temperature: 1, topP: 1, random: 0.999 });
    assert.deepEqual(drawn, { id: 0, logProb: 0 });
  });

  it('draws as often as the probabilities say', () => {
    const random = seededRandom(3);
    const counts = [0, 0, 0];
    for (let at = 0; at < 20_000; at += 1) {
      const { id } = drawToken(logits, { temperature: 1, topP: 1, random: random() });
      counts[id] = (counts[id] ?? 0) + 1;
    }
    const shares = counts.map((count) => count / 20_000);
    assert.ok(
      shares.every((share, id) => Math.abs(share - [0.1, 0.6, 0.3][id]!) < 0.015),
      shares.join(', '),
    );
  });

  it('always draws a token that exists and a log-probability that is one', () => {
    const numbers = fc.array(fc.float({ min: -50, max: 50, noNaN: true }), {
      minLength: 1,
      maxLength: 50,
    });
    const share = fc.double({ min: 0, max: 0.999999, noNaN: true });
    fc.assert(
      fc.property(
        numbers,
        fc.constantFrom(0, 0.1, 1, 2),
        share,
        share,
        (values, temperature, p, random) => {
          const drawn = drawToken(values, { temperature, topP: Math.max(p, 1e-6), random });
          assert.ok(drawn.id >= 0 && drawn.id < values.length);
          assert.ok(drawn.logProb <= 1e-9 && Number.isFinite(drawn.logProb), String(drawn.logProb));
        },
      ),
      { seed: 1 },
    );
  });
});
