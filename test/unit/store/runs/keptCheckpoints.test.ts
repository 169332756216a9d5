import assert from 'node:assert/strict';
import {
  keptReasons,
  meanBefore,
  unkeptSteps,
  type KeptCheckpoint,
} from '../../../../runtime/store/runs/keptCheckpoints.ts';
import { makeStepMetrics } from '../../../fakes/trainingRecords.ts';

function checkpoint(
  step: number,
  reward: number | null,
  over: Partial<KeptCheckpoint> = {},
): KeptCheckpoint {
  return { step, reward, isWhole: true, isPinned: false, ...over };
}

const keep = { last: 2, best: 1 };
const rising = [10, 20, 30, 40, 50].map((step) => checkpoint(step, step / 100));

describe('which checkpoints stay', () => {
  it('keeps the newest, the best and the pinned ones, and says why', () => {
    const all = rising.map((one) => (one.step === 20 ? { ...one, reward: 0.9 } : one));
    const pinned = all.map((one) => (one.step === 50 ? { ...one, isPinned: true } : one));
    assert.deepEqual(
      [...keptReasons(pinned, keep)],
      [
        [10, []],
        [20, ['best']],
        [30, []],
        [40, ['latest']],
        [50, ['latest', 'pinned']],
      ],
    );
    assert.deepEqual(unkeptSteps(pinned, keep), [10, 30]);
  });

  it('keeps the newer one of two that are equally good', () => {
    const equal = [10, 20, 30].map((step) => checkpoint(step, 0.5));
    assert.deepEqual(unkeptSteps(equal, { last: 1, best: 2 }), [10]);
  });

  it('counts one whose reward is not known among the newest only', () => {
    const all = [checkpoint(10, null), checkpoint(20, -3), checkpoint(30, null)];
    assert.deepEqual(unkeptSteps(all, { last: 1, best: 2 }), [10]);
  });

  it('lets what is being written alone, and old torn ones go', () => {
    const torn = { isWhole: false };
    const all = [checkpoint(5, 1, torn), ...rising, checkpoint(60, 2, torn)];
    assert.deepEqual(unkeptSteps(all, keep), [5, 10, 20, 30]);
    assert.deepEqual(unkeptSteps([checkpoint(10, 1, torn)], keep), []);
  });

  it('keeps a pinned one that is torn, because a person wants its weights', () => {
    const all = [checkpoint(5, 1, { isWhole: false, isPinned: true }), ...rising];
    assert.ok(!unkeptSteps(all, keep).includes(5));
  });

  it('lets none go where there are fewer than it keeps', () => {
    assert.deepEqual(unkeptSteps(rising, { last: 9, best: 0 }), []);
    assert.deepEqual(unkeptSteps([], keep), []);
  });
});

describe('the mean before a checkpoint', () => {
  const steps = Array.from({ length: 20 }, (_, index) =>
    makeStepMetrics(index + 1, { 'reward/total': index + 1 }),
  );

  it('is over the ten train steps that end with its own', () => {
    assert.equal(meanBefore(steps, 'reward/total', 20), 15.5);
    assert.equal(meanBefore(steps, 'reward/total', 3), 2);
  });

  it('takes a train step as it was done last, and passes over what is not known', () => {
    const again = [...steps.slice(0, 2), makeStepMetrics(2, { 'reward/total': 5 })];
    assert.equal(meanBefore(again, 'reward/total', 2), 3);
    const unknown = [...steps.slice(0, 2), makeStepMetrics(2, { 'reward/total': null })];
    assert.equal(meanBefore(unknown, 'reward/total', 2), 1);
    assert.equal(meanBefore(steps, 'reward/passRate', 2), null);
  });
});
