import assert from 'node:assert/strict';
import { count, formatCall, formatDuration, formatProgress } from '../../../runtime/cli/format.ts';

describe('format', () => {
  it('durations', () => {
    const shown = [0, 42.4, 99.4, 100, 1234, 59_949, 60_000, 125_400].map(formatDuration);
    assert.deepEqual(shown, [
      '0 ms',
      '42 ms',
      '99 ms',
      '0.1 s',
      '1.2 s',
      '59.9 s',
      '1 min 0 s',
      '2 min 5 s',
    ]);
  });

  it('counts', () => {
    assert.equal(count(1, 'file'), '1 file');
    assert.equal(count(1200, 'entry', 'entries'), '1,200 entries');
  });

  it('progress with and without a known end', () => {
    const activity = 'Fetching the embedded model';
    const bytes = { activity, unit: 'bytes' as const };
    assert.equal(
      formatProgress({ ...bytes, done: 44_040_192, total: 98_362_432 }),
      'Fetching the embedded model: 44 % (44 MB of 98 MB)',
    );
    assert.equal(formatProgress({ ...bytes, done: 2048, total: null }), `${activity}: 2.0 kB`);
    assert.equal(formatProgress({ ...bytes, done: 0, total: null }), activity);
    assert.equal(
      formatProgress({ activity: 'Building', done: 3, total: 4, unit: 'steps' }),
      'Building: 75 % (3 of 4 steps)',
    );
  });

  it('calls as Python writes them', () => {
    assert.equal(
      formatCall('inspect', { file_path: "it's.pdf", question: null, deep: true, pages: [1, 2.5] }),
      "inspect(file_path='it\\'s.pdf', deep=True, pages=[1, 2.5])",
    );
    assert.equal(
      formatCall('f', { x: { a: false, b: 'l1\nl2', c: null } }),
      "f(x={'a': False, 'b': 'l1\\nl2', 'c': None})",
    );
    assert.equal(formatCall('now', {}), 'now()');
  });
});
