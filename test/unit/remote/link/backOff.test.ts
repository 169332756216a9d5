import assert from 'node:assert/strict';
import { backOff } from '../../../../runtime/remote/link/backOff.ts';
import { SlidingWindow } from '../../../../runtime/remote/link/slidingWindow.ts';

describe('backOff', () => {
  it('doubles from 1 s to 60 s', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8, 50].map((failures) => backOff(failures, 1));
    assert.deepEqual(waits, [1e3, 2e3, 4e3, 8e3, 16e3, 32e3, 60e3, 60e3, 60e3]);
  });

  it('is spread over its upper half', () => {
    assert.equal(backOff(4, 0), 4_000);
    assert.equal(backOff(4, 0.5), 6_000);
  });
});

describe('SlidingWindow', () => {
  it('lets so many be under way and then waits for the oldest', async () => {
    const window = new SlidingWindow(2);
    const done: (() => void)[] = [];
    const one = () => new Promise<void>((resolve) => void done.push(resolve));
    await window.add(one());
    let isFree = false;
    const waiting = window.add(one()).then(() => (isFree = true));
    await Promise.resolve();
    assert.equal(isFree, false);
    done[0]?.();
    await waiting;
    done[1]?.();
    await window.rest();
  });

  it('throws what the oldest threw, and nothing is unheard', async () => {
    const window = new SlidingWindow(3);
    await window.add(Promise.reject(new Error('first')));
    await window.add(Promise.reject(new Error('second')));
    await assert.rejects(window.rest(), /first/);
  });
});
