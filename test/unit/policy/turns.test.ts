import assert from 'node:assert/strict';
import { setImmediate as later } from 'node:timers/promises';
import { Turns } from '../../../runtime/policy/turns.ts';

const { signal } = new AbortController();

describe('turns', () => {
  it('lets one in at a time, in order', async () => {
    const turns = new Turns();
    const events: string[] = [];
    const visit = async (name: string): Promise<void> => {
      const release = await turns.take(signal);
      events.push(`${name} in`);
      await later();
      events.push(`${name} out`);
      release();
    };
    await Promise.all(['a', 'b', 'c'].map(visit));
    assert.deepEqual(events, ['a in', 'a out', 'b in', 'b out', 'c in', 'c out']);
    await visit('d');
    assert.equal(events.at(-1), 'd out');
  });

  it('lets one who waits go away without harm to the others', async () => {
    const turns = new Turns();
    const release = await turns.take(signal);
    const leaving = new AbortController();
    const gone = turns.take(leaving.signal);
    const stays = turns.take(signal);
    leaving.abort();
    await assert.rejects(gone, { name: 'AbortError' });
    release();
    (await stays)();
    (await turns.take(signal))();
  });

  it('lets nobody in who was cancelled before', async () => {
    const turns = new Turns();
    await assert.rejects(turns.take(AbortSignal.abort()), { name: 'AbortError' });
    (await turns.take(signal))();
  });
});
