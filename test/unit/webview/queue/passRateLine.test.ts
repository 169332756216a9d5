import assert from 'node:assert/strict';
import { linePoints } from '../../../../webview/queue/passRateLine.ts';

describe('the line of pass rates', () => {
  it('goes from edge to edge, one above all others', () => {
    assert.deepEqual(linePoints([0, 0.5, 1]), [
      { x: 2, y: 20 },
      { x: 31, y: 11 },
      { x: 60, y: 2 },
    ]);
  });

  it('leaves the place of a visit without a rate empty', () => {
    assert.deepEqual(linePoints([0, null, 1]), [
      { x: 2, y: 20 },
      { x: 60, y: 2 },
    ]);
    assert.deepEqual(linePoints([]), []);
    assert.deepEqual(linePoints([1]), [{ x: 2, y: 2 }]);
  });
});
