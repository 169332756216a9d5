import assert from 'node:assert/strict';
import { formatParameters } from '../../../runtime/support/formatParameters.ts';

describe('formatParameters', () => {
  const cases: [number, string][] = [
    [0, '0'],
    [999, '999'],
    [1_000, '1 k'],
    [214_784, '215 k'],
    [999_600, '1 M'],
    [134_515_008, '135 M'],
    [7_615_616_512, '7.62 B'],
    [14_770_033_664, '14.8 B'],
  ];
  for (const [parameters, words] of cases) {
    it(`says ${words} for ${parameters}`, () => {
      assert.equal(formatParameters(parameters), words);
    });
  }
});
