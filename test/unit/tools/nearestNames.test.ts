import assert from 'node:assert/strict';
import { editDistance, nearestNames } from '../../../runtime/tools/nearestNames.ts';

describe('editDistance', () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ['', '', 0],
    ['abc', 'abc', 0],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['flaw', 'lawn', 2],
  ];
  for (const [a, b, distance] of cases) {
    it(`is ${distance} between "${a}" and "${b}", both ways`, () => {
      assert.equal(editDistance(a, b), distance);
      assert.equal(editDistance(b, a), distance);
    });
  }
});

describe('nearestNames', () => {
  const names = [
    'data/sales.csv',
    'data/stock.csv',
    'sales.xlsx',
    'notes/minutes.md',
    'Report.pdf',
  ];

  it('finds a typing error', () => {
    assert.deepEqual(nearestNames('notes/minuts.md', names, 1), ['notes/minutes.md']);
  });
  it('finds the same name in another folder, then the same stem', () => {
    assert.deepEqual(nearestNames('sales.csv', names, 2), ['data/sales.csv', 'sales.xlsx']);
  });
  it('overlooks upper and lower case', () => {
    assert.deepEqual(nearestNames('REPORT.PDF', names, 1), ['Report.pdf']);
  });
  it('gives no more than there are', () => {
    assert.equal(nearestNames('x', names, 50).length, names.length);
    assert.deepEqual(nearestNames('x', [], 3), []);
  });
});
