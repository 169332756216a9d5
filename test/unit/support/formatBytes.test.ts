import assert from 'node:assert/strict';
import { formatBytes } from '../../../runtime/support/formatBytes.ts';

describe('formatBytes', () => {
  it('sizes', () => {
    const shown = [0, 1023, 1024, 1536, 98_362_432, 1_073_741_823, 5e12].map(formatBytes);
    assert.deepEqual(shown, [
      '0 bytes',
      '1023 bytes',
      '1.0 KB',
      '1.5 KB',
      '94 MB',
      '1.0 GB',
      '4.5 TB',
    ]);
  });
});
