import assert from 'node:assert/strict';
import { answerPartOf, isFromLabels, withLabel } from '../../../runtime/labels/answerPart.ts';
import { itemHash } from '../../../runtime/labels/itemHash.ts';
import { paceOf } from '../../../runtime/labels/sessionState.ts';
import { VerdictTally } from '../../../runtime/labels/verdictTally.ts';
import { rewardOf } from '../../fakes/labelRecords.ts';

const given = (milliseconds: number, second: number) => ({
  milliseconds,
  at: new Date(Date.UTC(2026, 4, 4, 9, 0, second)).toISOString(),
});

describe('the pace of a person', () => {
  it('is the median of the newest 20 labels', () => {
    assert.equal(paceOf([]), null);
    assert.equal(paceOf([given(5, 1)]), 5);
    assert.equal(paceOf([given(30, 1), given(10, 2), given(20, 3)]), 20);
    assert.equal(paceOf([given(10, 1), given(20, 2)]), 15);
    const slowBefore = Array.from({ length: 30 }, (_, second) => given(90_000, second));
    const fastNow = Array.from({ length: 20 }, (_, second) => given(1000, 30 + second));
    assert.equal(paceOf([...fastNow, ...slowBefore]), 1000);
  });
});

describe('the hash of an item', () => {
  const texts = { question: 'a', referenceAnswer: 'b', finalAnswer: 'c' };

  it('is over the three texts and nothing else', () => {
    assert.match(itemHash(texts), /^[0-9a-f]{64}$/);
    assert.equal(itemHash({ ...texts, ...{ more: 1 } }), itemHash(texts));
    for (const name of ['question', 'referenceAnswer', 'finalAnswer'] as const) {
      assert.notEqual(itemHash({ ...texts, [name]: 'x' }), itemHash(texts));
    }
  });

  it('keeps texts apart that only join to the same', () => {
    const [one, other] = [
      { ...texts, question: 'a","b', referenceAnswer: '' },
      { ...texts, question: 'a', referenceAnswer: '","b' },
    ];
    assert.notEqual(itemHash(one), itemHash(other));
  });

  it('is pinned, since it names items in files', () => {
    assert.equal(
      itemHash(texts),
      'fa1844c2988ad15ab7b49e0ece09684500fad94df916859fb9a43ff85f5bb477',
    );
  });
});

describe('what a judge says about an answer', () => {
  it('is the level of most of its verdicts, of as many the last', () => {
    const tally = new VerdictTally();
    for (const level of ['Wrong', 'Correct', 'Wrong', 'Correct'] as const) tally.add(0, level, []);
    tally.add(1, 'Wrong', [{ variant: 'same', level: null }]);
    assert.deepEqual(tally.verdicts(), [
      { judge: 0, level: 'Correct', isUnstable: true, repeats: [] },
      { judge: 1, level: 'Wrong', isUnstable: false, repeats: [null] },
    ]);
  });
});

describe('a reward with a label', () => {
  const label = {
    outcome: 'scored',
    judge: { name: 'people', version: '1' },
    level: 'Partially Correct',
    score: 0.5,
    reason: 'labelled',
  } as const;

  it('has another answer part and its sum', () => {
    const reward = withLabel(rewardOf(1), label);
    assert.deepEqual([answerPartOf(reward)?.score, reward.total], [0.5, 1.1]);
    assert.deepEqual([isFromLabels(reward), isFromLabels(rewardOf(1))], [true, false]);
  });

  it('is as right as the label says, where the reward says how right it is', () => {
    assert.equal(withLabel({ ...rewardOf(1), correctness: 1 }, label).correctness, 0.5);
    assert.ok(!('correctness' in withLabel(rewardOf(1), label)));
  });

  it('has no total while another part is unscored', () => {
    const before = rewardOf(1);
    const parts = before.parts.map((part) =>
      part.name === 'exec' ? { ...part, score: null } : part,
    );
    assert.equal(withLabel({ ...before, parts, total: null }, label).total, null);
  });

  it('without an answer part is as it was', () => {
    const reward = { recipe: 'x', parts: [], total: 0 };
    assert.deepEqual(withLabel(reward, label), reward);
  });
});
