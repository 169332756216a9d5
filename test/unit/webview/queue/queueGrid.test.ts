import assert from 'node:assert/strict';
import { QueueGrid } from '../../../../webview/queue/queueGrid.ts';

describe('QueueGrid', () => {
  it('moves from the task by pass rate and state into its trajectories, and not beyond the edges', () => {
    const grid = new QueueGrid();
    assert.ok(grid.move('ArrowRight', 20, 16));
    assert.ok(grid.move('ArrowDown', 20, 16));
    assert.deepEqual(grid.active, { row: 1, column: 1 });
    grid.move('End', 20, 16);
    grid.move('ArrowRight', 20, 16);
    assert.deepEqual(grid.active, { row: 1, column: 18 });
    grid.move('PageDown', 5, 16);
    assert.deepEqual(grid.active, { row: 4, column: 18 });
  });

  it('ends at the words of an empty queue, and leaves other keys alone', () => {
    const grid = new QueueGrid();
    grid.move('End', 20, 0);
    assert.deepEqual(grid.active, { row: 0, column: 3 });
    assert.equal(grid.move('x', 20, 16), false);
    assert.equal(grid.move('ArrowDown', 0, 0), false);
  });

  it('draws the row that has the keys, however far it is from what is in sight', () => {
    const grid = new QueueGrid();
    grid.come({ row: 500, column: 3 });
    assert.deepEqual(grid.drawnRows(1300), [500]);
    assert.deepEqual(grid.drawnRows(400), [], 'the list has no such row');
  });

  it('comes back into a list that got shorter', () => {
    const grid = new QueueGrid();
    grid.come({ row: 500, column: 3 });
    grid.fit(1300);
    assert.deepEqual(grid.active, { row: 500, column: 3 });
    grid.fit(16);
    assert.deepEqual(grid.active, { row: 15, column: 0 });
    grid.fit(0);
    assert.deepEqual(grid.active, { row: 0, column: 0 });
  });
});
