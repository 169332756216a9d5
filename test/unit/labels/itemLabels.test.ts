import assert from 'node:assert/strict';
import type { LabelRecord } from '../../../runtime/contract/label.ts';
import { reduceItem } from '../../../runtime/labels/itemLabels.ts';
import { seededRandom } from '../../../runtime/support/seededRandom.ts';
import { ann, ben, makeLabel } from '../../fakes/labelRecords.ts';

const { itemHash } = makeLabel();

function record<Kind extends LabelRecord['kind']>(
  kind: Kind,
  id: string,
  over: Partial<Extract<LabelRecord, { kind: Kind }>>,
): LabelRecord {
  const head = { version: 1, kind, id, at: '2026-05-04T09:31:00.000Z', itemHash, rater: ann };
  return { ...head, ...over } as LabelRecord;
}

describe('the labels of an item', () => {
  it('keep the first decision and the last', () => {
    const { labels } = reduceItem([
      makeLabel({ id: 'a', level: 'Correct' }),
      record('label-revised', 'b', { labelId: 'a', level: 'Wrong' }),
      record('label-revised', 'c', {
        labelId: 'a',
        level: 'Partially Correct',
        at: '2026-05-04T09:32:00.000Z',
      }),
    ]);
    assert.deepEqual(
      labels.map(({ first, last, rater }) => ({ first, last, rater })),
      [{ first: 'Correct', last: 'Partially Correct', rater: ann }],
    );
  });

  it('are gone when the person withdraws them, and only then', () => {
    const given = makeLabel({ id: 'a' });
    const mine = record('label-withdrawn', 'b', { labelId: 'a' });
    const theirs = record('label-withdrawn', 'c', { labelId: 'a', rater: ben });
    assert.equal(reduceItem([given, mine]).labels.length, 0);
    assert.equal(reduceItem([given, theirs]).labels.length, 1);
  });

  it('are revised by what the clock of another machine puts before them', () => {
    const { labels } = reduceItem([
      makeLabel({ id: 'a' }),
      record('label-revised', 'b', {
        labelId: 'a',
        level: 'Wrong',
        at: '2026-05-04T09:00:00.000Z',
      }),
    ]);
    assert.equal(labels[0]?.last, 'Wrong');
  });

  it('are not revised by another person', () => {
    const revision = record('label-revised', 'b', { labelId: 'a', level: 'Wrong', rater: ben });
    const { labels } = reduceItem([makeLabel({ id: 'a' }), revision]);
    assert.equal(labels[0]?.last, 'Correct');
  });

  it('of one person in two windows are one label: the older is the first decision', () => {
    const { labels } = reduceItem([
      makeLabel({ id: 'b', level: 'Wrong', at: '2026-05-04T09:40:00.000Z', blind: false }),
      makeLabel({ id: 'a', level: 'Correct' }),
    ]);
    assert.equal(labels.length, 1);
    assert.deepEqual(
      [labels[0]?.first, labels[0]?.last, labels[0]?.blind],
      ['Correct', 'Wrong', true],
    );
    assert.deepEqual(labels[0]?.ids, ['a', 'b']);
  });

  it('under two rubrics stay apart', () => {
    const { labels } = reduceItem([
      makeLabel({ id: 'a' }),
      makeLabel({ id: 'b', rubric: { version: 2, hash: 'other' } }),
    ]);
    assert.equal(labels.length, 2);
  });

  it('come with notes and flags, each as it was set last', () => {
    const { marks } = reduceItem([
      record('item-marked', 'm', { skipped: true, note: 'later' }),
      makeLabel({ id: 'a', at: '2026-05-04T09:32:00.000Z', flagged: true }),
      record('item-marked', 'n', { flagged: false, at: '2026-05-04T09:33:00.000Z' }),
    ]);
    assert.deepEqual(marks.get(ann), { note: 'later', flagged: false, skipped: false });
  });

  it('are decided by the newest decision about a label that still counts', () => {
    const both = [makeLabel({ id: 'a' }), makeLabel({ id: 'b', rater: ben, level: 'Wrong' })];
    const decide = (id: string, at: string, outcome: 'Wrong' | 'rubric-ambiguous') =>
      record('conflict-decided', id, { outcome, labelIds: ['a', 'b'], note: '', at });
    const early = decide('d', '2026-05-04T10:00:00.000Z', 'Wrong');
    const late = decide('e', '2026-05-04T11:00:00.000Z', 'rubric-ambiguous');
    assert.equal(reduceItem([late, ...both, early]).decision?.outcome, 'rubric-ambiguous');
    const gone = [
      record('label-withdrawn', 'x', { labelId: 'a' }),
      record('label-withdrawn', 'y', { labelId: 'b', rater: ben }),
    ];
    assert.equal(reduceItem([late, ...both, early, ...gone]).decision, null);
  });

  it('are the same in any order, and when lines come twice', () => {
    const records: LabelRecord[] = [
      makeLabel({ id: 'a' }),
      makeLabel({ id: 'b', rater: ben, level: 'Wrong' }),
      makeLabel({ id: 'c', at: '2026-05-04T09:30:00.000Z', level: 'Wrong' }),
      record('label-revised', 'd', { labelId: 'a', level: 'Wrong' }),
      record('label-withdrawn', 'e', { labelId: 'c' }),
      record('item-marked', 'f', { note: 'x', flagged: true }),
      record('item-marked', 'g', { note: 'y', at: '2026-05-04T09:31:00.001Z' }),
      record('conflict-decided', 'h', { outcome: 'Wrong', labelIds: ['a', 'b'], note: '' }),
    ];
    const expected = reduceItem(records);
    const random = seededRandom(7);
    for (let round = 0; round < 300; round += 1) {
      const shuffled = [...records, ...records.slice(0, 3)]
        .map((one) => ({ one, key: random() }))
        .sort((x, y) => x.key - y.key)
        .map(({ one }) => one);
      assert.deepEqual(reduceItem(shuffled), expected);
    }
  });
});
