import assert from 'node:assert/strict';
import { setImmediate as nextRound, setTimeout as sleep } from 'node:timers/promises';
import { Turns } from '../../../runtime/sandbox/turns.ts';
import { never } from '../../fakes/sandboxPool.ts';

/** Takes turns and writes down who got one. */
function queue(turns: Turns) {
  const served: string[] = [];
  const join = async (name: string, how: 'forStep' | 'toBegin', signal = never) => {
    const turn = await turns[how](signal);
    served.push(name);
    return turn;
  };
  return { served, join };
}

describe('turns', () => {
  it('are as many as there are cores', async () => {
    const { served, join } = queue(new Turns(2));
    const first = await join('a', 'forStep');
    await join('b', 'forStep');
    const third = join('c', 'forStep');
    await nextRound();
    assert.deepEqual(served, ['a', 'b']);
    first.end();
    await third;
    assert.deepEqual(served, ['a', 'b', 'c']);
  });

  it('go to an episode that is under way before one that begins', async () => {
    const { served, join } = queue(new Turns(1));
    const turn = await join('a', 'forStep');
    const begins = join('begins', 'toBegin');
    const step = join('step', 'forStep');
    turn.end();
    (await step).end();
    await begins;
    assert.deepEqual(served, ['a', 'step', 'begins']);
  });

  it('go to the next step of the same episode, asked for at once', async () => {
    const { served, join } = queue(new Turns(1));
    const turn = await join('a1', 'forStep');
    const begins = join('begins', 'toBegin');
    turn.end();
    const next = await join('a2', 'forStep');
    next.end();
    await begins;
    assert.deepEqual(served, ['a1', 'a2', 'begins']);
  });

  it('are served in the order in which they were asked for', async () => {
    const { served, join } = queue(new Turns(1));
    const turn = await join('a', 'toBegin');
    const waiting = ['b', 'c', 'd'].map(async (name) => (await join(name, 'toBegin')).end());
    turn.end();
    await Promise.all(waiting);
    assert.deepEqual(served, ['a', 'b', 'c', 'd']);
  });

  it('end only once', async () => {
    const { served, join } = queue(new Turns(1));
    const turn = await join('a', 'forStep');
    turn.end();
    turn.end();
    await join('b', 'forStep');
    void join('c', 'forStep');
    await nextRound();
    assert.deepEqual(served, ['a', 'b']);
  });

  it('are not kept by a step that takes long', async () => {
    const { join } = queue(new Turns(1));
    const long = await join('long', 'forStep');
    const started = performance.now();
    await join('next', 'forStep');
    assert.ok(performance.now() - started > 30);
    long.end();
  });

  it('need not be waited for by one who is stopped', async () => {
    const { served, join } = queue(new Turns(1));
    const stop = new AbortController();
    const turn = await join('a', 'forStep');
    const stopped = join('stopped', 'forStep', stop.signal);
    const stays = join('stays', 'forStep');
    stop.abort();
    (await stopped).end();
    await join('late', 'toBegin', stop.signal);
    assert.deepEqual(served, ['a', 'stopped', 'late']);
    turn.end();
    await stays;
    assert.equal(served.at(-1), 'stays');
  });

  it('are not needed any more after they were lifted', async () => {
    const { served, join } = queue(new Turns(1));
    await join('a', 'forStep');
    const waiting = [join('b', 'forStep'), join('c', 'toBegin')];
    await sleep(1);
    assert.deepEqual(served, ['a']);
    const turns = new Turns(0);
    const other = queue(turns);
    const blocked = other.join('x', 'toBegin');
    turns.lift();
    await blocked;
    await other.join('y', 'forStep');
    assert.deepEqual(other.served, ['x', 'y']);
    await Promise.all(waiting);
  });
});
