import assert from 'node:assert/strict';
import { mapLimited } from '../../../runtime/support/mapLimited.ts';

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

describe('mapLimited', () => {
  it('keeps the order of the items, and the limit', async () => {
    let now = 0;
    let most = 0;
    const results = await mapLimited([30, 5, 20, 1, 10, 2], 3, async (milliseconds) => {
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
    assert.deepEqual(await mapLimited([], 3, () => Promise.reject(new Error('called'))), []);
  });

  it('rejects with what broke', async () => {
    const work = (item: number) =>
      item === 2 ? Promise.reject(new Error('two')) : Promise.resolve(item);
    await assert.rejects(mapLimited([1, 2, 3], 2, work), /two/);
  });
});
