import assert from 'node:assert/strict';
import { filesWords } from '../../../../webview/queue/queueRowView.ts';

describe('filesWords', () => {
  it('names two files, and counts more', () => {
    assert.deepEqual(filesWords([]), []);
    assert.deepEqual(filesWords(['/home/ada/tasks/a.csv', 'b.csv']), ['a.csv, b.csv']);
    assert.deepEqual(filesWords(['a.csv', 'b.csv', 'c.csv']), ['a.csv, 3 files']);
  });
});
