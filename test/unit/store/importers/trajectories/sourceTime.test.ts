import assert from 'node:assert/strict';
import {
  sourceTime,
  unixTime,
} from '../../../../../runtime/store/importers/trajectories/sourceTime.ts';

describe('times of a source', () => {
  it('become UTC with milliseconds', () => {
    assert.equal(sourceTime('2025-03-01T12:00:00+02:00'), '2025-03-01T10:00:00.000Z');
    assert.equal(sourceTime('2025-03-01T12:00:00.123456Z'), '2025-03-01T12:00:00.123Z');
    assert.equal(unixTime(1_740_830_400.5), '2025-03-01T12:00:00.500Z');
  });

  it('are UTC without a zone, wherever this runs', () => {
    assert.equal(sourceTime('2025-03-01T12:00:00'), '2025-03-01T12:00:00.000Z');
    assert.equal(sourceTime('2025-03-01 12:00:00.5'), '2025-03-01T12:00:00.500Z');
    assert.equal(sourceTime('2025-03-01'), '2025-03-01T00:00:00.000Z');
  });

  it('are none where there is none', () => {
    for (const text of [null, '', 'yesterday', '2025-13-45', '12:00', '2025-03-01T99:00:00Z']) {
      assert.equal(sourceTime(text), null, String(text));
    }
    for (const seconds of [NaN, Infinity, 1e18, '1', null]) assert.equal(unixTime(seconds), null);
  });
});
