import assert from 'node:assert/strict';
import {
  cardsOfSplit,
  indexesOfSplit,
  sharedCard,
  splitOfCounts,
  splitOfIndexes,
} from '../../../runtime/launch/gpuChoice.ts';

describe('which cards train and which sample', () => {
  it('by their number, from the first card on', () => {
    assert.deepEqual(splitOfCounts('2+3'), { train: [0, 1], sample: [2, 3, 4] });
    assert.deepEqual(splitOfCounts('1'), { train: [0], sample: null });
    for (const text of ['', '0', '1+0', '+1', '1+', '1,2', 'two']) {
      assert.equal(splitOfCounts(text), null, text);
    }
  });

  it('by their index', () => {
    assert.deepEqual(splitOfIndexes('0,3+2,1'), { train: [0, 3], sample: [2, 1] });
    assert.deepEqual(splitOfIndexes('5'), { train: [5], sample: null });
    for (const text of ['', '1,', '1+0,0', '2,2', 'a', '1+2+3']) {
      assert.equal(splitOfIndexes(text), null, text);
    }
  });

  it('may be named in both parts: on two machines they are two', () => {
    const split = splitOfIndexes('0,1+1');
    assert.deepEqual(split, { train: [0, 1], sample: [1] });
    assert.equal(sharedCard({ train: [0, 1], sample: [1] }), 1);
    assert.equal(sharedCard({ train: [0], sample: [1] }), null);
    assert.equal(sharedCard({ train: [0], sample: null }), null);
  });

  it('are written as they are read', () => {
    for (const text of ['0,3+2,1', '5']) {
      const split = splitOfIndexes(text);
      assert.equal(split === null ? null : indexesOfSplit(split), text);
    }
  });

  it('are each counted once', () => {
    assert.deepEqual(cardsOfSplit({ train: [4, 0], sample: [2] }), [0, 2, 4]);
    assert.deepEqual(cardsOfSplit({ train: [1], sample: null }), [1]);
  });
});
