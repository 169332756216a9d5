// Worked values. There are 4 attributes, of which the true calls change `bookings` and `counter` and leave `rooms` and `accounts` alone.
import assert from 'node:assert/strict';
import { stateForFree, stateScore } from '../../../runtime/reward/stateScore.ts';

const untouchedAttributes = 2;

/** [what the policy did, attributes right, untouched ones still so, score over all, score over the changed ones] */
const cases: readonly (readonly [string, number, number, number, number])[] = [
  ['nothing', 2, 2, 0.5, 0],
  ['all that is true', 4, 2, 1, 1],
  ['one of the two changes', 3, 2, 0.75, 0.5],
  ['both, and spoilt the accounts', 3, 1, 0.75, 2 / 3],
  ['one, and spoilt both others', 1, 0, 0.25, 0.25],
  ['nothing true, and spoilt the rooms', 1, 1, 0.25, 0],
];

describe('stateScore', () => {
  for (const [what, matchedAttributes, keptAttributes, ofAll, ofChanged] of cases) {
    it(`for a policy that did ${what}: ${ofAll} of all, ${ofChanged} of the changed`, () => {
      const outcome = { attributes: 4, matchedAttributes, untouchedAttributes, keptAttributes };
      assert.equal(stateScore(outcome, 'all').score, ofAll);
      assert.equal(stateScore(outcome, 'changed').score, ofChanged);
    });
  }

  it('says what it counted', () => {
    const kept = { untouchedAttributes: 2, keptAttributes: 1 };
    const outcome = { attributes: 4, matchedAttributes: 3, ...kept };
    assert.equal(stateScore(outcome, 'all').reason, '3 of 4 attributes as they should be');
    assert.equal(
      stateScore(outcome, 'changed').reason,
      '2 of 3 changed attributes as they should be',
    );
  });

  it('is whole where the truth changes nothing and neither did the policy', () => {
    const still = { attributes: 4, matchedAttributes: 4, untouchedAttributes: 4 };
    assert.deepEqual(stateScore({ ...still, keptAttributes: 4 }, 'changed'), {
      score: 1,
      reason: 'rightly nothing changed',
    });
    const spoilt = { ...still, matchedAttributes: 3, keptAttributes: 3 };
    assert.equal(stateScore(spoilt, 'changed').score, 0);
  });

  it('is unscored, not 0, where an older record does not say what changed', () => {
    const old = { attributes: 4, matchedAttributes: 3 };
    assert.equal(stateScore(old, 'all').score, 0.75);
    assert.equal(stateScore(old, 'changed').score, null);
  });
});

describe('stateForFree', () => {
  it('is the score of a policy that calls nothing', () => {
    const idle = { attributes: 4, matchedAttributes: 2, untouchedAttributes, keptAttributes: 2 };
    assert.equal(stateForFree(idle)[0]?.score, stateScore(idle, 'all').score);
    assert.equal(stateForFree(idle)[0]?.weight, 0);
  });

  it('is left out where it is not known or there is no state', () => {
    assert.deepEqual(stateForFree({ attributes: 4, matchedAttributes: 4 }), []);
    assert.deepEqual(stateForFree({ attributes: 0, matchedAttributes: 0 }), []);
  });
});
