import assert from 'node:assert/strict';
import { cardGroups, splitWords } from '../../../../webview/run/cardGroups.ts';
import { makeGpus } from '../../../fakes/runPages.ts';

const gpus = makeGpus(0)[0]?.gpus ?? [];

function grouped(cards: Parameters<typeof cardGroups>[1]) {
  return cardGroups(gpus, cards).map((group) => [group.role, group.gpus.map(({ index }) => index)]);
}

describe('the cards of a run', () => {
  it('are parted by what the run does with them, with those of others last', () => {
    assert.deepEqual(grouped({ train: [2, 0], sample: [5, 6] }), [
      ['train', [0, 2]],
      ['sample', [5, 6]],
      ['other', [1, 3, 4, 7]],
    ]);
    assert.deepEqual(grouped({ train: [0, 1, 2, 3], sample: [4, 5, 6, 7] }).length, 2);
  });

  it('can do both in turn', () => {
    assert.deepEqual(grouped({ train: [0, 1], sample: [0] }).slice(0, 2), [
      ['train', [1]],
      ['both', [0]],
    ]);
  });

  it('are one group where it is not known', () => {
    assert.deepEqual(grouped(null), [['all', [0, 1, 2, 3, 4, 5, 6, 7]]]);
  });

  it('are counted in words', () => {
    assert.equal(
      splitWords({ train: [0, 1, 2, 3], sample: [4, 5, 6, 7] }, null),
      '4 train, 4 sample',
    );
    assert.equal(splitWords({ train: [0], sample: [0] }, null), '1 trains and samples');
    assert.equal(splitWords({ train: [0, 1], sample: [0] }, null), '1 train, 1 trains and samples');
    assert.equal(splitWords({ train: [0, 1], sample: [] }, 'b100'), '2 train, b100 samples');
    assert.equal(splitWords(null, null), '');
    assert.equal(splitWords(null, 'b100'), 'b100 samples');
  });
});
