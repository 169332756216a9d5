import assert from 'node:assert/strict';
import { keptCheckpoints } from '../../../runtime/cli/keptCheckpointsOption.ts';

describe('how many checkpoints stay, on the command line', () => {
  it('reads the newest and the best, or the newest alone', () => {
    assert.deepEqual(keptCheckpoints('3+1'), { last: 3, best: 1 });
    assert.deepEqual(keptCheckpoints('12'), { last: 12, best: 0 });
  });

  it('keeps at least the newest, and takes nothing else', () => {
    for (const text of ['0', '0+3', '', '3+', '+1', '1.5', '3+1+1', 'all', '-1']) {
      assert.throws(() => keptCheckpoints(text), /It must be like 3\+1/, text);
    }
  });
});
