import assert from 'node:assert/strict';
import type { QueueCell } from '../../../../runtime/contract/training/runView.ts';
import { cellWords, placedCells, windowWords } from '../../../../webview/queue/queueCell.ts';

function cell(sampledAt: number, over: Partial<QueueCell> = {}): QueueCell {
  return {
    ...{ reward: 0.8, staleness: 312 - sampledAt, leavesNext: sampledAt < 312 },
    ...{ trajectoryId: null, sampledAt },
    ...over,
  };
}

const place = (cells: QueueCell[]) => placedCells({ cells, lastVisit: 312 }, 1.6);

describe('queueCell', () => {
  it('is fresh when it was sampled at the last visit of its task, however old that is', () => {
    const cells = place([cell(286), cell(312)]);
    assert.deepEqual(
      cells.map(({ isFresh }) => isFresh),
      [false, true],
    );
    const older = placedCells({ cells: [cell(260), cell(286)], lastVisit: 286 }, 1.6);
    assert.deepEqual(
      older.map(({ isFresh }) => isFresh),
      [false, true],
    );
  });

  it('parts visits, and marks the one that leaves before all others', () => {
    const cells = place([cell(260), cell(260), cell(286), cell(312)]);
    assert.deepEqual(
      cells.map(({ beginsVisit }) => beginsVisit),
      [false, false, true, true],
    );
    assert.deepEqual(
      cells.map(({ isFirstToGo }) => isFirstToGo),
      [true, false, false, false],
    );
    const staying = place([cell(286, { leavesNext: false }), cell(312)]);
    assert.ok(staying.every(({ isFirstToGo }) => !isFirstToGo));
  });

  it('is filled by its share of the most reward, and never beyond its edges', () => {
    const fills = [0, 0.8, 1.6, 2, -0.4, null].map((reward) => cell(312, { reward }));
    assert.deepEqual(
      place(fills).map(({ fill }) => fill),
      [0, 50, 100, 100, 0, null],
    );
  });

  it('is read out with reward, staleness, where it is from and when it leaves', () => {
    const words = place([cell(286), cell(286), cell(312, { reward: null })]).map(cellWords);
    assert.deepEqual(words, [
      'Trajectory 1 of 3, reward 0.80, staleness 26, cached, sampled at step 286, leaves first at the next visit',
      'Trajectory 2 of 3, reward 0.80, staleness 26, cached, sampled at step 286, leaves at the next visit',
      'Trajectory 3 of 3, no reward, staleness 0, fresh, sampled at step 312',
    ]);
  });

  it('says where a pass rate lies, its edges inside', () => {
    const rates = [0.19, 0.2, 0.8, 0.81, null];
    assert.deepEqual(
      rates.map((rate) => windowWords(rate, [0.2, 0.8])),
      ['too hard', 'in window', 'in window', 'too easy', ''],
    );
    assert.equal(windowWords(0.5, null), '');
  });
});
