import assert from 'node:assert/strict';
import { twoDecimals } from '../../../runtime/support/twoDecimals.ts';

describe('twoDecimals', () => {
  const cases: readonly (readonly [number, string])[] = [
    [1.525, '1.53'],
    [1.005, '1.01'],
    [1.524, '1.52'],
    [0, '0.00'],
    [-0.5, '-0.50'],
    [1 / 3, '0.33'],
    [2 / 3, '0.67'],
    [1.6, '1.60'],
  ];
  for (const [value, text] of cases)
    it(`shows ${value} as ${text}`, () => assert.equal(twoDecimals(value), text));
});
