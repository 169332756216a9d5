import assert from 'node:assert/strict';
import { chosenGpus, gpuCounts, gpuIndexes } from '../../../runtime/cli/gpuOptions.ts';

const sampler = 'b100';

describe('the graphics cards that a person chose', () => {
  it('are none where nothing was said', () => {
    assert.equal(chosenGpus({}), null);
    assert.equal(chosenGpus({ sampler }), null);
  });

  it('follow each other on one machine, and an index goes before a number', () => {
    const gpus = gpuCounts('2+2');
    assert.deepEqual(chosenGpus({ gpus }), { train: [0, 1], sample: [2, 3] });
    assert.deepEqual(chosenGpus({ gpus, cards: gpuIndexes('5') }), { train: [5], sample: null });
  });

  it('are counted from the first card of each on two machines', () => {
    assert.deepEqual(chosenGpus({ gpus: gpuCounts('2+3'), sampler }), {
      train: [0, 1],
      sample: [0, 1, 2],
    });
    assert.deepEqual(chosenGpus({ cards: gpuIndexes('2,3+3'), sampler }), {
      train: [2, 3],
      sample: [3],
    });
  });

  it('are said for both machines or for none', () => {
    for (const flags of [{ gpus: gpuCounts('4') }, { cards: gpuIndexes('0,1') }]) {
      assert.throws(() => chosenGpus({ ...flags, sampler }), /say for both machines which cards/);
    }
  });

  it('do one thing each on one machine', () => {
    const twice = { cards: gpuIndexes('0,1+1,2') };
    assert.throws(() => chosenGpus(twice), /Graphics card 1 would both train and sample\. Give it/);
  });

  it('are written like this', () => {
    assert.throws(() => gpuCounts('two'), /like 4\+4/);
    assert.throws(() => gpuIndexes('1,1'), /each card once/);
  });
});
