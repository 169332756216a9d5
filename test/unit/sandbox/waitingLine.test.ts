import assert from 'node:assert/strict';
import { WaitingLine } from '../../../runtime/sandbox/waitingLine.ts';
import { never } from '../../fakes/sandboxPool.ts';

describe('a waiting line', () => {
  it('serves in the order of arrival', async () => {
    const line = new WaitingLine<number>();
    const first = line.take(never);
    const second = line.take(never);
    line.offer(1);
    line.offer(2);
    line.offer(3);
    assert.deepEqual(await Promise.all([first, second, line.take(never)]), [1, 2, 3]);
  });

  it('lets go of one who stops waiting', async () => {
    const line = new WaitingLine<number>();
    const stop = new AbortController();
    const gone = line.take(stop.signal);
    const stays = line.take(never);
    stop.abort();
    await assert.rejects(gone, { name: 'AbortError' });
    line.offer(5);
    assert.equal(await stays, 5);
  });

  it('does not take back what was given when the signal fires later', async () => {
    const line = new WaitingLine<number>();
    const stop = new AbortController();
    const taken = line.take(stop.signal);
    line.offer(1);
    stop.abort();
    assert.equal(await taken, 1);
  });

  it('gives nothing that was withdrawn', async () => {
    const line = new WaitingLine<string>();
    line.offer('a');
    line.offer('b');
    line.withdraw('a');
    line.withdraw('not there');
    assert.equal(await line.take(never), 'b');
  });

  it('sends everybody away with the reason', async () => {
    const line = new WaitingLine<number>();
    const both = [line.take(never), line.take(never)];
    line.fail(new Error('no more'));
    for (const one of both) await assert.rejects(one, /no more/);
  });
});
