import assert from 'node:assert/strict';
import type { VerdictLevel } from '../../../../runtime/contract/judge.ts';
import {
  defaultThresholds,
  fitThresholds,
  levelAt,
  type LabelledCosine,
} from '../../../../runtime/judge/semantic/thresholds.ts';
import { seededRandom } from '../../../fakes/random.ts';

const levels: readonly VerdictLevel[] = ['Wrong', 'Partially Correct', 'Correct'];

function point(cosine: number, level: VerdictLevel, weight = 1): LabelledCosine {
  return { cosine, level, weight };
}

describe('fitThresholds', () => {
  it('parts levels that can be parted, in the middle of the gaps', () => {
    const fit = fitThresholds(
      [
        ...[point(0.1, 'Wrong'), point(0.3, 'Wrong'), point(0.5, 'Partially Correct')],
        ...[point(0.6, 'Partially Correct'), point(0.9, 'Correct'), point(0.95, 'Correct')],
      ],
      'kappa',
    );
    assert.ok(fit !== null);
    assert.ok(Math.abs(fit.partial - 0.4) < 1e-9);
    assert.ok(Math.abs(fit.correct - 0.75) < 1e-9);
    assert.ok(Math.abs((fit.value ?? 0) - 1) < 1e-12);
    assert.equal(fit.n, 6);
  });

  it('is at least as good as any pair of cuts that a slow search tries', () => {
    const random = seededRandom(5);
    for (let round = 0; round < 20; round += 1) {
      const points = Array.from({ length: 30 }, () =>
        point(random.below(50) / 50, random.pick(levels), 1 + random.below(3)),
      );
      const fit = fitThresholds(points, 'accuracy');
      assert.ok(fit !== null);
      const shareOf = (partial: number, correct: number): number => {
        const right = points.filter(
          (one) => levelAt(one.cosine, { partial, correct }) === one.level,
        );
        return weightOf(right) / weightOf(points);
      };
      assert.ok(Math.abs(shareOf(fit.partial, fit.correct) - (fit.value ?? 0)) < 1e-9);
      for (let low = -0.01; low <= 1.02; low += 0.02) {
        for (let high = low; high <= 1.02; high += 0.02) {
          assert.ok(shareOf(low, high) <= (fit.value ?? 0) + 1e-9, `${low} ${high}`);
        }
      }
    }
  });

  it('lets a weight count like so many labels', () => {
    const one = [point(0.2, 'Wrong'), point(0.4, 'Correct'), point(0.6, 'Wrong')];
    const heavy = [point(0.2, 'Wrong'), point(0.4, 'Correct', 3), point(0.6, 'Wrong')];
    const thrice = [...one, point(0.4, 'Correct'), point(0.4, 'Correct')];
    const [a, b] = [fitThresholds(heavy, 'accuracy'), fitThresholds(thrice, 'accuracy')];
    assert.deepEqual({ ...a, n: 0 }, { ...b, n: 0 });
  });

  it('has nothing to fit without labels, and no kappa when all are the same', () => {
    assert.equal(fitThresholds([], 'kappa'), null);
    const same = fitThresholds([point(0.5, 'Correct'), point(0.9, 'Correct')], 'accuracy');
    assert.equal(same?.value, 1);
    assert.equal(levelAt(0.5, { partial: same.partial, correct: same.correct }), 'Correct');
  });

  it('keeps thousands of labels quick', () => {
    const random = seededRandom(9);
    const points = Array.from({ length: 5000 }, () => point(random.next(), random.pick(levels)));
    const started = performance.now();
    const fit = fitThresholds(points, 'kappa');
    assert.ok(fit !== null && fit.partial <= fit.correct);
    assert.ok(performance.now() - started < 10_000);
  });
});

describe('levelAt', () => {
  it('counts a cosine at a threshold as reached', () => {
    const thresholds = { partial: 0.5, correct: 0.8 };
    assert.equal(levelAt(0.8, thresholds), 'Correct');
    assert.equal(levelAt(0.79, thresholds), 'Partially Correct');
    assert.equal(levelAt(0.5, thresholds), 'Partially Correct');
    assert.equal(levelAt(0.49, thresholds), 'Wrong');
    assert.ok(defaultThresholds.partial <= defaultThresholds.correct);
  });
});

function weightOf(points: readonly LabelledCosine[]): number {
  return points.reduce((sum, { weight }) => sum + weight, 0);
}
