import assert from 'node:assert/strict';
import {
  describePages,
  pageNumbers,
  parsePageRange,
} from '../../../../runtime/documents/pdf/pdfPageRange.ts';

describe('parsePageRange', () => {
  const cases: readonly (readonly [member: string, first: number, last: number])[] = [
    ['pages 3-5', 3, 5],
    ['page 3', 3, 3],
    ['Pages 3 - 5', 3, 5],
    ['7', 7, 7],
    [' 7-9 ', 7, 9],
  ];
  for (const [member, first, last] of cases) {
    it(`reads "${member}"`, () => {
      assert.deepEqual(parsePageRange('a.pdf', member), { first, last });
    });
  }
  for (const member of ['', 'pages', '5-3', '0', '-1', '3-5-7', 'pages 3,5', '1'.repeat(400)]) {
    it(`refuses "${member.slice(0, 12)}"`, () => {
      assert.throws(() => parsePageRange('a.pdf', member), { problem: 'no-member' });
    });
  }
});

describe('pageNumbers', () => {
  it('gives all pages without a range, also of a file without any', () => {
    assert.deepEqual(pageNumbers('a.pdf', 3, null), [1, 2, 3]);
    assert.deepEqual(pageNumbers('a.pdf', 0, null), []);
  });
  it('says how many pages there are', () => {
    assert.throws(
      () => pageNumbers('a.pdf', 1, { first: 2, last: 3 }),
      /a\.pdf has one page; page 2 does not exist\./,
    );
  });
});

describe('describePages', () => {
  it('joins neighbours', () => {
    assert.equal(describePages([4]), 'Page 4');
    assert.equal(describePages([1, 2, 3, 7, 9, 10]), 'Pages 1-3, 7, 9-10');
  });
});
