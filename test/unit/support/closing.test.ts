import assert from 'node:assert/strict';
import { Closing } from '../../../runtime/support/closing.ts';

describe('Closing', () => {
  it('closes the last first, and each once', async () => {
    const closing = new Closing();
    const closed: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      closing.add(() => {
        assert.ok(closing.signal.aborted);
        return Promise.resolve(closed.push(name));
      });
    }
    assert.equal(closing.signal.aborted, false);
    await closing.close();
    await closing.close();
    assert.deepEqual(closed, ['c', 'b', 'a']);
  });

  it('goes on when a step breaks, and says so in the end', async () => {
    const closing = new Closing();
    const closed: string[] = [];
    closing.add(() => Promise.resolve(closed.push('a')));
    closing.add(() => Promise.reject(new Error('stuck')));
    await assert.rejects(closing.close(), /stuck/);
    assert.deepEqual(closed, ['a']);
  });
});
