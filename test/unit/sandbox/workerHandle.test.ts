// The host's hold on a worker, with a process that only remembers what it was told.
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import type { ProcessHandle } from '../../../runtime/sandbox/processHandle.ts';
import { WorkerHandle } from '../../../runtime/sandbox/workerHandle.ts';

function openWorker() {
  const sent: string[] = [];
  const process = { send: ({ type }: { type: string }) => sent.push(type) };
  // Of a process, a worker only uses `send`.
  const worker = new WorkerHandle(process as unknown as ProcessHandle, 0, new PassThrough());
  const told: string[] = [];
  worker.onReady();
  const wait = (name: string) =>
    worker.whenReady().then(
      () => told.push(name),
      () => told.push(`${name} failed`),
    );
  return { worker, sent, told, wait };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('the hold on a worker', () => {
  it('lets those go on who waited for a replacement', async () => {
    const { worker, sent, told, wait } = openWorker();
    worker.replace();
    void wait('a');
    worker.onEnded();
    await settle();
    assert.deepEqual([sent, told], [['replace'], []]);
    worker.onReady();
    await settle();
    assert.deepEqual(told, ['a']);
  });

  it('replaces once when the thread is said to have failed while it is being ended', async () => {
    const { worker, sent, told, wait } = openWorker();
    worker.replace();
    void wait('a');
    worker.replace();
    worker.onEnded();
    worker.onReady();
    await settle();
    assert.deepEqual([sent, told], [['replace'], ['a']]);
  });

  it('replaces again when the replacement never comes up, and forgets nobody', async () => {
    const { worker, sent, told, wait } = openWorker();
    worker.replace();
    void wait('a');
    worker.onEnded();
    worker.replace();
    void wait('b');
    worker.onEnded();
    worker.onReady();
    await settle();
    assert.deepEqual(
      [sent, told],
      [
        ['replace', 'replace'],
        ['a', 'b'],
      ],
    );
  });

  it('tells those who wait when the process is gone, and replaces nothing after that', async () => {
    const { worker, sent, told, wait } = openWorker();
    worker.replace();
    void wait('a');
    worker.onBroken('ended');
    worker.replace();
    await settle();
    assert.deepEqual([sent, told], [['replace'], ['a failed']]);
  });

  it('gives what ran back as ended', async () => {
    const { worker } = openWorker();
    const exchange = worker.request({ op: 'reset' });
    await settle();
    worker.replace();
    assert.deepEqual(await exchange, { kind: 'ended' });
  });
});
