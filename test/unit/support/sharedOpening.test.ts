import assert from 'node:assert/strict';
import type { OnProgress } from '../../../runtime/support/progress.ts';
import { SharedOpening, type OpeningOptions } from '../../../runtime/support/sharedOpening.ts';

const progress = { activity: 'Loading', done: 1, total: 2, unit: 'steps' as const };

function open() {
  const seen: { options?: OpeningOptions } = {};
  let settle: { resolve: (value: string) => void; reject: (error: Error) => void } | null = null;
  const opening = new SharedOpening<string>((options) => {
    seen.options = options;
    return new Promise((resolve, reject) => (settle = { resolve, reject }));
  });
  const join = (signal = new AbortController().signal, onProgress: OnProgress = () => undefined) =>
    opening.join({ signal, onProgress });
  return {
    opening,
    join,
    seen,
    resolve: () => settle?.resolve('open'),
    fail: (e: Error) => settle?.reject(e),
  };
}

describe('SharedOpening', () => {
  it('goes on for others when the one who came first leaves', async () => {
    const { opening, join, resolve } = open();
    const controller = new AbortController();
    const first = join(controller.signal);
    const second = join();
    controller.abort();
    await assert.rejects(first, { name: 'AbortError' });
    assert.equal(opening.isCalledOff, false);
    resolve();
    assert.equal(await second, 'open');
    assert.equal(opening.isOpen, true);
  });

  it('is called off when the last one leaves', async () => {
    const { opening, join, seen } = open();
    const controller = new AbortController();
    const only = join(controller.signal);
    controller.abort();
    await assert.rejects(only, { name: 'AbortError' });
    assert.deepEqual([opening.isCalledOff, seen.options?.signal.aborted], [true, true]);
  });

  it('is not called off once it is open', async () => {
    const { opening, join, resolve } = open();
    resolve();
    await join();
    const late = join(AbortSignal.abort());
    await assert.rejects(late, { name: 'AbortError' });
    assert.equal(opening.isCalledOff, false);
  });

  it('tells all who wait how far it is', async () => {
    const { join, seen, resolve } = open();
    const told: string[] = [];
    const both = [1, 2].map((who) =>
      join(undefined, ({ activity }) => told.push(`${who} ${activity}`)),
    );
    seen.options?.onProgress(progress);
    resolve();
    await Promise.all(both);
    seen.options?.onProgress(progress);
    assert.deepEqual(told, ['1 Loading', '2 Loading']);
  });

  it('fails for all who wait', async () => {
    const { opening, join, fail } = open();
    const both = [join(), join()];
    fail(new Error('broken'));
    for (const one of both) await assert.rejects(one, { message: 'broken' });
    assert.equal(opening.isOpen, false);
  });
});
