import assert from 'node:assert/strict';
import type { QueueRow } from '../../../../runtime/contract/training/runView.ts';
import { makeQueueInput, makeQueuePage } from '../../../fakes/queuePages.ts';
import { filesWords, restWords } from '../../../../webview/queue/taskWords.ts';

const window = [0.2, 0.8] as const;

function makeRow(changes: Partial<QueueRow> = {}): QueueRow {
  const page = makeQueuePage(makeQueueInput({ steps: 312 }), { filter: 't-0402' });
  const [row] = page.rows;
  assert.ok(row !== undefined);
  return { ...row, ...changes };
}

describe('what is read out of a task', () => {
  it('is everything that its row shows, in the order of the row', () => {
    const row = makeRow({ passRates: [{ step: 3, rate: 0.4375 }] });
    assert.equal(
      restWords(row, window),
      'pass rate 0.44, in window; Active, in this step; 16 in its queue, 8 of them fresh',
    );
  });

  it('says what is not there yet', () => {
    const row = makeRow({ passRates: [], cells: [], state: 'unseen', detail: 'not visited yet' });
    assert.equal(
      restWords(row, window),
      'no pass rate yet; Not seen, not visited yet; nothing sampled yet',
    );
    const unscored = makeRow({ passRates: [{ step: 1, rate: null }] });
    assert.match(restWords(unscored, window), /^no pass rate at the last visit; /);
  });

  it('says where a rate lies only where there is a window', () => {
    const row = makeRow({ passRates: [{ step: 1, rate: 0.1 }], detail: '' });
    assert.match(restWords(row, window), /^pass rate 0\.10, too hard; Active; /);
    assert.match(restWords(row, null), /^pass rate 0\.10; Active; /);
  });
});

describe('filesWords', () => {
  it('names two files, and counts more', () => {
    assert.deepEqual(filesWords([]), []);
    assert.deepEqual(filesWords(['/home/ada/tasks/a.csv', 'b.csv']), ['a.csv, b.csv']);
    assert.deepEqual(filesWords(['a.csv', 'b.csv', 'c.csv']), ['a.csv, 3 files']);
  });
});
