import assert from 'node:assert/strict';
import { mapLimited } from '../../../runtime/support/mapLimited.ts';

const never = new AbortController().signal;

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

describe('mapLimited', () => {
  it('keeps the order of the items, and the limit', async () => {
    let now = 0;
    let most = 0;
    const results = await mapLimited([30, 5, 20, 1, 10, 2], 3, never, async (milliseconds) => {
      now += 1;
      most = Math.max(most, now);
      await pause(milliseconds);
      now -= 1;
      return milliseconds * 2;
    });
    assert.deepEqual(results, [60, 10, 40, 2, 20, 4]);
    assert.equal(most, 3);
  });

  it('has nothing to do without items', async () => {
    assert.deepEqual(await mapLimited([], 3, never, () => Promise.reject(new Error('called'))), []);
  });

  it('tells the others when one breaks, waits for them and begins no more', async () => {
    const begun: number[] = [];
    let told = false;
    const working = mapLimited([1, 2, 3, 4], 2, never, async (item, signal) => {
      begun.push(item);
      if (item === 2) throw new Error('two');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await pause(5);
      told = true;
    });
    await assert.rejects(working, /two/);
    assert.ok(told);
    assert.deepEqual(begun, [1, 2]);
  });

  it('ends with the reason of its signal', async () => {
    const stop = new AbortController();
    const working = mapLimited([1, 2, 3], 1, stop.signal, async (item) => {
      if (item === 2) stop.abort();
      await pause(1);
      return item;
    });
    await assert.rejects(working, { name: 'AbortError' });
    await assert.rejects(
      mapLimited([1], 1, stop.signal, () => Promise.resolve(1)),
      { name: 'AbortError' },
    );
  });
});
