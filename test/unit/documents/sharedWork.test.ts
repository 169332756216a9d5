import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { SharedWork } from '../../../runtime/documents/sharedWork.ts';

function startedWork(): {
  work: SharedWork<string>;
  finish: (text: string) => void;
  fail: (error: Error) => void;
  signal: () => AbortSignal;
  ends: () => number;
} {
  let finish: (text: string) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  let signal: AbortSignal | null = null;
  let ends = 0;
  const work = new SharedWork<string>(
    (given) =>
      new Promise((resolve, reject) => {
        [finish, fail, signal] = [resolve, reject, given];
      }),
    () => (ends += 1),
  );
  return { work, finish, fail, signal: () => signal ?? assert.fail(), ends: () => ends };
}

describe('SharedWork', () => {
  it('gives every caller the one result', async () => {
    const { work, finish, ends } = startedWork();
    const never = new AbortController().signal;
    const both = Promise.all([work.join(never), work.join(never)]);
    finish('done');
    assert.deepEqual(await both, ['done', 'done']);
    assert.ok(ends() >= 1);
  });
  it('goes on for the others when one caller gives up', async () => {
    const { work, finish, signal } = startedWork();
    const impatient = new AbortController();
    const first = work.join(impatient.signal);
    const second = work.join(new AbortController().signal);
    impatient.abort();
    await assert.rejects(first, { name: 'AbortError' });
    assert.equal(signal().aborted, false);
    finish('done');
    assert.equal(await second, 'done');
  });
  it('stops the work when the last caller gives up', async () => {
    const { work, signal, ends } = startedWork();
    const controller = new AbortController();
    const only = work.join(controller.signal);
    controller.abort();
    await assert.rejects(only, { name: 'AbortError' });
    assert.equal(signal().aborted, true);
    assert.ok(ends() >= 1);
  });
  it('passes a failure on to every caller, and is quiet without callers', async () => {
    const { work, fail } = startedWork();
    const never = new AbortController().signal;
    const both = [work.join(never), work.join(never)];
    fail(new Error('broken'));
    for (const one of both) await assert.rejects(one, /broken/);
    const { fail: failAlone } = startedWork();
    failAlone(new Error('nobody hears'));
    await sleep(1);
  });
});
