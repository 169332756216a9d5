import assert from 'node:assert/strict';
import { letterNumber, romanNumber } from '../../../runtime/documents/romanNumber.ts';

describe('romanNumber', () => {
  const cases: readonly (readonly [value: number, text: string])[] = [
    [1, 'I'],
    [4, 'IV'],
    [9, 'IX'],
    [14, 'XIV'],
    [40, 'XL'],
    [90, 'XC'],
    [400, 'CD'],
    [1994, 'MCMXCIV'],
    [3999, 'MMMCMXCIX'],
    [0, '0'],
    [4000, '4000'],
    [1.5, '1.5'],
  ];
  for (const [value, text] of cases)
    it(`writes ${value} as ${text}`, () => assert.equal(romanNumber(value), text));
});

describe('letterNumber', () => {
  const cases: readonly (readonly [value: number, text: string])[] = [
    [1, 'A'],
    [26, 'Z'],
    [27, 'AA'],
    [28, 'BB'],
    [53, 'AAA'],
    [0, '0'],
  ];
  for (const [value, text] of cases)
    it(`writes ${value} as ${text}`, () => assert.equal(letterNumber(value), text));
});
