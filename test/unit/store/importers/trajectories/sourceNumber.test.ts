import assert from 'node:assert/strict';
import { sourceNumber } from '../../../../../runtime/store/importers/trajectories/sourceNumber.ts';

describe('sourceNumber', () => {
  it('reads numbers however they are written', () => {
    const read = [1, 0.5, true, false, '1', ' -0.5 ', '1e-3', '.5'].map(sourceNumber);
    assert.deepEqual(read, [1, 0.5, 1, 0, 1, -0.5, 0.001, 0.5]);
  });

  it('says what could not be measured', () => {
    for (const value of [null, NaN, Infinity, 'nan', '-inf', 'None'])
      assert.equal(sourceNumber(value), null);
  });

  it('takes nothing else for a number', () => {
    for (const value of [undefined, '', 'x', '1,5', '0x10', {}, []])
      assert.equal(sourceNumber(value), undefined);
  });
});
