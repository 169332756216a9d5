import assert from 'node:assert/strict';
import {
  choiceOf,
  gpuSplitFor,
  gpuSplitOfTwo,
} from '../../../../runtime/remote/launch/gpuSplitFor.ts';
import { a100 } from '../estimate/shapes.ts';

const four = [0, 1, 2, 3].map((index) => a100(index));

describe('which cards of a machine a run takes', () => {
  it('all of them: half train, half sample, and one alone does both', () => {
    assert.deepEqual(gpuSplitFor(null, four), { train: [0, 1], sample: [2, 3] });
    assert.deepEqual(gpuSplitFor(null, four.slice(0, 3)), { train: [0, 1], sample: [2] });
    assert.deepEqual(gpuSplitFor(null, four.slice(3)), { train: [3], sample: null });
  });

  it('leaves out cards that are split or lost', () => {
    const gpus = [a100(0, { mig: true }), a100(1, { memoryTotalMib: null }), a100(2)];
    assert.deepEqual(gpuSplitFor(null, gpus), { train: [2], sample: null });
    assert.throws(
      () => gpuSplitFor({ train: [0], sample: [] }, gpus),
      /no graphics card 0 .* It has: 2/,
    );
    assert.throws(() => gpuSplitFor(null, []), /no graphics card to train on/);
  });

  it('those that were chosen', () => {
    assert.deepEqual(gpuSplitFor({ train: [3], sample: [1, 0] }, four), {
      train: [3],
      sample: [1, 0],
    });
    assert.deepEqual(gpuSplitFor({ train: [3], sample: [3] }, four), { train: [3], sample: null });
    assert.deepEqual(gpuSplitFor({ train: [1], sample: [] }, four), { train: [1], sample: null });
    const overlap = { train: [0, 1], sample: [1, 2] };
    assert.throws(() => gpuSplitFor(overlap, four), /card 1 would both train and sample/);
    assert.throws(
      () => gpuSplitFor({ train: [], sample: [1] }, four),
      /at least one .* that trains/,
    );
    assert.throws(() => gpuSplitFor({ train: [7], sample: [] }, four), /no graphics card 7/);
  });

  it('are told as a choice again', () => {
    assert.deepEqual(choiceOf({ train: [3], sample: null }), { train: [3], sample: [3] });
    assert.deepEqual(choiceOf({ train: [0], sample: [1] }), { train: [0], sample: [1] });
  });

  it('of two machines: all cards of the one train, all of the other sample', () => {
    const two = four.slice(0, 2);
    assert.deepEqual(gpuSplitOfTwo(null, four, two), { train: [0, 1, 2, 3], sample: [0, 1] });
    const chosen = { train: [1, 2], sample: [1] };
    assert.deepEqual(gpuSplitOfTwo(chosen, four, two), chosen);
    assert.throws(
      () => gpuSplitOfTwo({ train: [0], sample: [2] }, four, two),
      /^HumanError: The machine that samples has no graphics card 2 .* It has: 0, 1\./,
    );
    assert.throws(
      () => gpuSplitOfTwo(null, [], two),
      /The machine that trains has no graphics card that can be used as a whole\. It has: none\./,
    );
    assert.throws(() => gpuSplitOfTwo({ train: [0], sample: [] }, four, two), /that samples/);
  });
});
