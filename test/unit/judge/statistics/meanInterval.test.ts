import assert from 'node:assert/strict';
import {
  alikeInterval,
  type Interval,
  meanInterval,
} from '../../../../runtime/judge/statistics/meanInterval.ts';
import { seededRandom } from '../../../../runtime/support/seededRandom.ts';

/** How a figure differs between two models, from task to task. */
interface Population {
  readonly mean: number;
  /** In how many of 4,000 samples of 8, 15, 30 and 60 values each the interval held the mean, as it was measured. */
  readonly measured: readonly number[];
  readonly draw: (random: () => number) => number;
}

/** Box and Muller. */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

const populations: Readonly<Record<string, Population>> = {
  normal: {
    mean: 0.3,
    measured: [0.959, 0.958, 0.955, 0.95],
    draw: (random) => 0.3 + normal(random),
  },
  /** Exponential: skewness 2. */
  skewed: {
    mean: 1,
    measured: [0.938, 0.955, 0.955, 0.962],
    draw: (random) => -Math.log(1 - random()),
  },
  /** Seven of ten tasks do not change. */
  'zero-inflated': {
    mean: 0.15,
    measured: [0.975, 0.961, 0.956, 0.954],
    draw: (random) => (random() < 0.3 ? 0.5 + normal(random) : 0),
  },
  'zero-inflated and skewed': {
    mean: 0.3,
    measured: [0.946, 0.966, 0.979, 0.974],
    draw: (random) => (random() < 0.3 ? -Math.log(1 - random()) : 0),
  },
};

const sampleCount = 4000;

/** The share of samples whose interval holds the truth. One that claims nothing claims nothing wrong. */
function coverage({ mean, draw }: Population, size: number): number {
  const random = seededRandom(size);
  let held = 0;
  for (let sample = 0; sample < sampleCount; sample += 1) {
    const values = Array.from({ length: size }, () => draw(random));
    const interval = meanInterval(values);
    if (interval === null || (interval[0] <= mean && interval[1] >= mean)) held += 1;
  }
  return held / sampleCount;
}

describe('the interval of a mean', () => {
  for (const [name, population] of Object.entries(populations)) {
    it(`holds the truth of a ${name} figure in about 95 of 100 samples`, () => {
      for (const [place, size] of [8, 15, 30, 60].entries()) {
        const found = coverage(population, size);
        assert.ok(found >= 0.935 && found <= 0.98, `${found} with ${size} values`);
        const expected = population.measured[place] ?? NaN;
        assert.ok(Math.abs(found - expected) < 0.001, `${found} with ${size} values`);
      }
    });
  }

  it('is that of Student where nothing is skewed and all values differ', () => {
    // Mean 4, deviation sqrt(10 / 3), standard error 0.91287, t 3.18245 with three degrees of freedom.
    assert.deepEqual(rounded(meanInterval([2, 6, 3, 5])), [1.0948, 6.9052]);
  });

  it('knows little where few values differ', () => {
    // One task of eight changed: mean 1/8, standard error 1/8, t 12.7062 with one degree of freedom.
    const [low, high] = meanInterval([0, 0, 0, 0, 0, 0, 0, 1]) ?? [NaN, NaN];
    assert.deepEqual(rounded([low, high]), [-1.4633, 1.7133]);
  });

  it('reaches farther on the side of the long tail', () => {
    const [low, high] = meanInterval([0, 0.1, 1, 1.2, 2, 9]) ?? [NaN, NaN];
    const mean = 13.3 / 6;
    assert.ok(high - mean > 2 * (mean - low), `${low} to ${high}`);
    assert.deepEqual(
      rounded(meanInterval([0, -0.1, -1, -1.2, -2, -9])),
      rounded([-high, -low]),
      'the mirror image has the mirrored interval',
    );
  });

  it('is none where nothing varies', () => {
    for (const values of [[], [3], [0.1, 0.1, 0.1]]) assert.equal(meanInterval(values), null);
  });
});

describe('the interval of values that were all alike', () => {
  it('allows for those that were not seen, as the rule of three does', () => {
    const interval = alikeInterval(0, 300, [-1, 1]);
    assert.deepEqual(rounded(interval), [-0.0099, 0.0099]);
    assert.deepEqual(rounded(alikeInterval(1, 1, [-1, 1])), [-0.9, 1]);
  });

  it('holds the truth wherever it lies', () => {
    // Of 100 tasks, a share p changes by -1 and the others by 1: seen all alike, the interval is wrong only where that was less
    // likely than 5 %.
    for (const size of [5, 20, 60]) {
      for (let share = 0; share < 1; share += 0.01) {
        const mean = 1 - 2 * share;
        const isWrong = alikeInterval(1, size, [-1, 1])[0] > mean;
        if (isWrong) assert.ok((1 - share) ** size <= 0.05, `${size} ${share}`);
      }
    }
  });
});

function rounded(interval: Interval | null): number[] {
  return (interval ?? []).map((end) => Number(end.toFixed(4)));
}
