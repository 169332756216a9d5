import assert from 'node:assert/strict';
import { timeEstimate, type EarlierRun } from '../../../../runtime/remote/estimate/timeEstimate.ts';

function run(seconds: readonly number[], rolloutsPerStep = 128): EarlierRun {
  return { name: 'run', secondsOfSteps: seconds, rolloutsPerStep };
}
const ten = (seconds: number) => Array<number>(10).fill(seconds);
const wanted = { steps: 100, rolloutsPerStep: 128 };

describe('how long a run takes', () => {
  it('cannot be told without an earlier train step', () => {
    assert.equal(timeEstimate([], wanted, 'a100'), null);
    assert.equal(timeEstimate([run([])], wanted, 'a100'), null);
  });

  it('is told by ten train steps in a row, from the 10th to the 90th percentile', () => {
    const runs = [80, 90, 100, 110, 120].map((seconds) => run(ten(seconds)));
    assert.deepEqual(timeEstimate(runs, wanted, 'a100'), {
      seconds: 10_000,
      low: 8400,
      high: 11_600,
      source: 'From the train steps of 5 earlier runs on a100: 100 s each (84 to 116).',
    });
  });

  it('takes the mean of ten, so that one slow train step is no slow run', () => {
    const slow = timeEstimate([run([...ten(5), 50, ...ten(5).slice(1)])], wanted, 'a100');
    assert.ok(slow);
    assert.deepEqual([slow.low, slow.high], [545, 905]);
    assert.match(slow.source, /1 earlier run on a100: 7\.3 s each/);
  });

  it('leaves out the rest of a run that is shorter than ten, unless there is nothing else', () => {
    assert.equal(timeEstimate([run([...ten(5), 100])], wanted, 'a100')?.high, 500);
    assert.equal(timeEstimate([run([4, 6])], wanted, 'a100')?.seconds, 500);
  });

  it('is scaled by the rollouts of a train step', () => {
    const half = timeEstimate([run(ten(10), 64)], wanted, 'a100');
    assert.ok(half);
    assert.equal(half.seconds, 2000);
    assert.match(half.source, /scaled by the rollouts of a step/);
  });
});
