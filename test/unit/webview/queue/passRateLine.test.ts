import assert from 'node:assert/strict';
import { linePoints } from '../../../../webview/queue/passRateLine.ts';
import { epochAt } from '../../../../webview/queue/stepSlider.ts';
import { filesWords } from '../../../../webview/queue/queueRowView.ts';

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

describe('epochAt', () => {
  it('counts epochs from 1, and is 0 before the first', () => {
    const steps = [0, 1, 26, 27, 100];
    assert.deepEqual(
      steps.map((step) => epochAt(step, [1, 27, 53])),
      [0, 1, 1, 2, 3],
    );
  });
});

describe('filesWords', () => {
  it('names two files, and counts more', () => {
    assert.deepEqual(filesWords([]), []);
    assert.deepEqual(filesWords(['/home/ada/tasks/a.csv', 'b.csv']), ['a.csv, b.csv']);
    assert.deepEqual(filesWords(['a.csv', 'b.csv', 'c.csv']), ['a.csv, 3 files']);
  });
});
