import assert from 'node:assert/strict';
import { passRateOf, type TaskTrials } from '../../../runtime/evaluate/passRate.ts';
import { wilsonInterval } from '../../../runtime/judge/statistics/wilson.ts';
import { seededRandom } from '../../../runtime/support/seededRandom.ts';

const many = (count: number, passed: number, trials: number): TaskTrials[] =>
  Array.from({ length: count }, () => ({ passed, trials }));

function close(actual: number | null, expected: number, within: number) {
  assert.ok(actual !== null && Math.abs(actual - expected) <= within, `${actual}, not ${expected}`);
}

describe('passRateOf', () => {
  it('is the mean over tasks, however often each was tried', () => {
    const tasks = [...many(1, 1, 1), ...many(1, 0, 9), ...many(1, 1, 2)];
    close(passRateOf(tasks).value, (1 + 0 + 0.5) / 3, 1e-12);
  });

  it('says nothing of no task', () => {
    assert.deepEqual(passRateOf([]), { value: null, low: null, high: null });
  });

  it("has Wilson's interval with one rollout of each of few tasks", () => {
    // 4 of 10: Newcombe (Statistics in Medicine 17, 1998, method 3) gives the same as the closed formula.
    const { value, low, high } = passRateOf([...many(4, 1, 1), ...many(6, 0, 1)]);
    close(value, 0.4, 1e-12);
    close(low, 0.168, 5e-4);
    close(high, 0.687, 5e-4);
  });

  it('is no surer with rollouts that all come out alike than with one of each task', () => {
    const one = passRateOf([...many(4, 1, 1), ...many(6, 0, 1)]);
    const five = passRateOf([...many(4, 5, 5), ...many(6, 0, 5)]);
    assert.ok((five.high ?? 0) - (five.low ?? 0) >= (one.high ?? 0) - (one.low ?? 0) - 1e-9);
  });

  it('is surer with rollouts that differ by chance alone, but never more than they are', () => {
    const tasks = many(10, 2, 4);
    const { low, high } = passRateOf([
      ...tasks,
      { passed: 1, trials: 4 },
      { passed: 3, trials: 4 },
    ]);
    // Student's 97.5 % point of 11 degrees of freedom, from the tables, in place of the normal one.
    const size = 48 * (1.959964 / 2.200985) ** 2;
    const bound = wilsonInterval(size / 2, size);
    assert.ok(bound !== null && low !== null && high !== null);
    close(low, bound[0], 1e-6);
    close(high, bound[1], 1e-6);
  });

  it('claims no certainty where every task came out alike', () => {
    for (const [passed, value] of [
      [0, 0],
      [3, 1],
    ] as const) {
      const found = passRateOf(many(40, passed, 3));
      assert.equal(found.value, value);
      close((found.high ?? 0) - (found.low ?? 0), 0.0928, 5e-4);
    }
  });

  it('draws tasks, not rollouts, when there are many: the standard error is that of task means', () => {
    const tasks = [...many(40, 3, 3), ...many(40, 0, 3), ...many(20, 1, 3)];
    const shares = tasks.map(({ passed, trials }) => passed / trials);
    const mean = shares.reduce((sum, one) => sum + one, 0) / shares.length;
    const squares = shares.reduce((sum, one) => sum + (one - mean) ** 2, 0);
    const error = Math.sqrt(squares / (shares.length - 1) / shares.length);
    const { value, low, high } = passRateOf(tasks);
    close(value, mean, 1e-12);
    close(low, mean - 1.96 * error, 0.01);
    close(high, mean + 1.96 * error, 0.01);
  });

  describe('holds the truth about as often as it says', () => {
    // Tasks are hard or easy by Beta(0.3, 0.9), as benchmarks of agents are: most never or always passed.
    const truth = 0.3 / 1.2;
    for (const [tasks, trials, samples, least] of [
      [8, 1, 1000, 0.93],
      [8, 3, 1000, 0.91],
      [15, 3, 1000, 0.92],
      [26, 3, 1000, 0.93],
      [53, 1, 40, 0.9],
      [86, 3, 40, 0.9],
    ] as const) {
      it(`with ${tasks} tasks of ${trials} rollouts`, () => {
        const random = seededRandom(tasks + trials);
        let held = 0;
        for (let sample = 0; sample < samples; sample += 1) {
          const drawn = Array.from({ length: tasks }, () => drawTask(random, trials));
          const { low, high } = passRateOf(drawn);
          if (low !== null && high !== null && low <= truth && truth <= high) held += 1;
        }
        assert.ok(held / samples >= least, `${held} of ${samples}`);
      });
    }
  });
});

/** Beta(0.3, 0.9) after Jöhnk (Metrika 8, 1964), then so many trials. */
function drawTask(random: () => number, trials: number): TaskTrials {
  for (;;) {
    const [one, other] = [random() ** (1 / 0.3), random() ** (1 / 0.9)];
    if (one + other > 1 || one + other === 0) continue;
    const chance = one / (one + other);
    const passed = Array.from({ length: trials }, random).filter((draw) => draw < chance).length;
    return { passed, trials };
  }
}
