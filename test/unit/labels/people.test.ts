import assert from 'node:assert/strict';
import type { LabelRecord } from '../../../runtime/contract/label.ts';
import { reduceItem } from '../../../runtime/labels/itemLabels.ts';
import { conflictingLabels, peopleOutcome } from '../../../runtime/labels/people.ts';
import { defaultRubric, isSameRubric, makeRubric } from '../../../runtime/labels/rubric.ts';
import { ben, makeLabel } from '../../fakes/labelRecords.ts';

const rubric = defaultRubric;
const agreement = { rubric, purpose: 'agreement' } as const;
const rewards = { rubric, purpose: 'rewards' } as const;

function decided(outcome: 'Wrong' | 'rubric-ambiguous'): LabelRecord {
  const { itemHash, version, rater } = makeLabel();
  const at = '2026-05-04T12:00:00.000Z';
  const head = { version, id: 'decision', at, itemHash, rater };
  return { ...head, kind: 'conflict-decided', outcome, labelIds: ['a', 'b'], note: '' };
}

function revised(level: 'Wrong' | 'Correct'): LabelRecord {
  const { itemHash, version, rater } = makeLabel();
  const at = '2026-05-04T11:00:00.000Z';
  return {
    version,
    id: 'revision',
    at,
    itemHash,
    rater,
    kind: 'label-revised',
    labelId: 'a',
    level,
  };
}

describe('people put together', () => {
  const agreed = [makeLabel({ id: 'a' }), makeLabel({ id: 'b', rater: ben })];
  const differing = [makeLabel({ id: 'a' }), makeLabel({ id: 'b', rater: ben, level: 'Wrong' })];

  it('say what all agree on', () => {
    const outcome = peopleOutcome(reduceItem(agreed), agreement);
    assert.deepEqual(outcome, { kind: 'level', level: 'Correct', decided: false });
  });

  it('say nothing where they differ, until somebody decides', () => {
    assert.equal(peopleOutcome(reduceItem(differing), agreement).kind, 'undecided');
    const outcome = peopleOutcome(reduceItem([...differing, decided('Wrong')]), agreement);
    assert.deepEqual(outcome, { kind: 'level', level: 'Wrong', decided: true });
  });

  it('leave an item out when the rubric was found ambiguous', () => {
    const item = reduceItem([...differing, decided('rubric-ambiguous')]);
    assert.equal(peopleOutcome(item, rewards).kind, 'ambiguous');
  });

  it('count first labels for agreement and last ones for rewards', () => {
    const item = reduceItem([makeLabel({ id: 'a' }), revised('Wrong')]);
    assert.deepEqual(
      [peopleOutcome(item, agreement), peopleOutcome(item, rewards)].map((one) =>
        one.kind === 'level' ? one.level : one.kind,
      ),
      ['Correct', 'Wrong'],
    );
  });

  it('leave out for agreement what was not blind, and labels of another rubric always', () => {
    const seen = reduceItem([makeLabel({ blind: false })]);
    assert.equal(peopleOutcome(seen, agreement).kind, 'none');
    assert.equal(peopleOutcome(seen, rewards).kind, 'level');
    const old = reduceItem([makeLabel({ rubric: { version: 1, hash: 'old' } })]);
    assert.equal(peopleOutcome(old, rewards).kind, 'none');
  });

  it('are in conflict only as long as they differ in the end', () => {
    assert.equal(conflictingLabels(reduceItem(differing), rubric).length, 2);
    assert.equal(conflictingLabels(reduceItem([...differing, revised('Wrong')]), rubric).length, 0);
    assert.equal(conflictingLabels(reduceItem(agreed), rubric).length, 0);
  });
});

describe('a rubric', () => {
  it('is another one when a point was edited under the same number', () => {
    const before = makeRubric(4, ['a', 'b']);
    assert.ok(isSameRubric(before, makeRubric(4, ['a', 'b'])));
    assert.ok(!isSameRubric(before, makeRubric(4, ['a', 'c'])));
    assert.ok(!isSameRubric(before, makeRubric(5, ['a', 'b'])));
  });
});
