import assert from 'node:assert/strict';
import { LeastLoaded } from '../../../../runtime/policy/training/leastLoaded.ts';

describe('LeastLoaded', () => {
  it('takes the server with the fewest requests in flight', async () => {
    const servers = new LeastLoaded(['a', 'b', 'c']);
    const taken: string[] = [];
    const ends: (() => void)[] = [];
    const hold = (url: string) => {
      taken.push(url);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    const first = [1, 2, 3, 4].map(() => servers.use(null, hold));
    assert.deepEqual(taken, ['a', 'b', 'c', 'a']);
    ends[1]?.();
    await first[1];
    const last = servers.use(null, hold);
    assert.equal(taken.at(-1), 'b');
    for (const end of ends) end();
    await Promise.all([...first, last]);
  });

  it('passes by the one that just failed, unless there is no other', async () => {
    const name = (url: string) => Promise.resolve(url);
    assert.equal(await new LeastLoaded(['a', 'b']).use('a', name), 'b');
    assert.equal(await new LeastLoaded(['a']).use('a', name), 'a');
  });

  it('gives a place back when the work fails', async () => {
    const servers = new LeastLoaded(['a', 'b']);
    await assert.rejects(servers.use(null, () => Promise.reject(new Error('broken'))));
    assert.equal(await servers.use(null, (url) => Promise.resolve(url)), 'a');
  });
});
