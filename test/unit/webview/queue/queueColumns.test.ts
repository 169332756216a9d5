import assert from 'node:assert/strict';
import { cellOf, columnOf, columnsOf } from '../../../../webview/queue/queueColumns.ts';

describe('the columns of the queue', () => {
  it('are task, pass rate, state, and a trajectory each; one says that there is none', () => {
    assert.equal(columnsOf(16), 19);
    assert.equal(columnsOf(0), 4);
  });

  it('lead to the trajectory, or to the task itself', () => {
    assert.deepEqual(
      [0, 1, 2, 3, 18].map((column) => cellOf(column, 16)),
      [null, null, null, 0, 15],
    );
    assert.equal(cellOf(3, 0), null);
    for (const cell of [null, 0, 7]) assert.equal(cellOf(columnOf(cell), 8), cell);
  });
});
