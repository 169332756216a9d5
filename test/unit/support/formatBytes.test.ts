import assert from 'node:assert/strict';
import { formatBytes } from '../../../runtime/support/formatBytes.ts';

describe('formatBytes', () => {
  it('counts in steps of a thousand', () => {
    const shown = [0, 999, 1000, 1536, 9960, 98_362_432, 999_499_999, 999_500_000, 5e12, 2e16];
    assert.deepEqual(shown.map(formatBytes), [
      ...['0 bytes', '999 bytes', '1.0 kB', '1.5 kB', '10 kB', '98 MB', '999 MB', '1.0 GB'],
      ...['5.0 TB', '20000 TB'],
    ]);
  });
});
