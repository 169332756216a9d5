import assert from 'node:assert/strict';
import type { VerdictLevel } from '../../../../runtime/contract/judge.ts';
import {
  chooseExamples,
  splitByHash,
  type TaughtItem,
} from '../../../../runtime/judge/improve/chooseExamples.ts';
import { itemHash } from '../../../../runtime/labels/itemHash.ts';

function taught(itemHash_: string, people: VerdictLevel, judge: TaughtItem['judge']): TaughtItem {
  return { itemHash: itemHash_, people, judge };
}

describe('chooseExamples', () => {
  it('takes errors first, one of each level in turn', () => {
    const items = [
      taught('01', 'Correct', 'Correct'),
      taught('02', 'Correct', 'Wrong'),
      taught('03', 'Correct', 'Wrong'),
      taught('04', 'Wrong', 'Correct'),
      taught('05', 'Partially Correct', 'Partially Correct'),
      taught('06', 'Wrong', null),
    ];
    const hashes = (limit: number) => chooseExamples(items, limit).map((one) => one.itemHash);
    assert.deepEqual(hashes(3), ['02', '05', '04']);
    assert.deepEqual(hashes(5), ['02', '05', '04', '03', '06']);
    assert.deepEqual(hashes(50), ['02', '05', '04', '03', '06', '01']);
  });

  it('chooses the same in whatever order the items come', () => {
    const items = ['0a', '0b', '0c', '0d'].map((hash) => taught(hash, 'Correct', 'Wrong'));
    assert.deepEqual(chooseExamples(items, 2), chooseExamples(items.toReversed(), 2));
  });

  it('has nothing to teach a judge that never errs', () => {
    assert.deepEqual(chooseExamples([taught('01', 'Wrong', 'Wrong')], 6), []);
    assert.deepEqual(chooseExamples([], 6), []);
  });
});

describe('splitByHash', () => {
  const items = Array.from({ length: 400 }, (_, index) => ({
    itemHash: itemHash({ question: 'q', referenceAnswer: 'r', finalAnswer: `${index}` }),
  }));

  it('halves about evenly and loses nothing', () => {
    const { train, heldOut } = splitByHash(items);
    assert.equal(train.length + heldOut.length, items.length);
    assert.ok(train.length > 160 && train.length < 240, `${train.length}`);
  });

  it('keeps an item on its side when others come', () => {
    const few = splitByHash(items.slice(0, 50));
    const many = new Set(splitByHash(items).train);
    assert.ok(few.train.every((one) => many.has(one)));
    assert.ok(few.heldOut.every((one) => !many.has(one)));
  });
});
