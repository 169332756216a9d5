import assert from 'node:assert/strict';
import type { Batch, BatchRequest } from '../../../runtime/contract/training/rolloutServer.ts';
import { CurrentBatch, type OnProgress } from '../../../runtime/rolloutServer/currentBatch.ts';
import { makeBatch } from '../../fakes/trainingRecords.ts';

const never = new AbortController().signal;
const request: BatchRequest = {
  runId: 'r',
  step: 4,
  policyVersion: 4,
  groups: 1,
  updateSize: 2,
  seed: 0,
};

/** A batch that a test ends. */
function open() {
  const ends: {
    whole?: (batch: Batch) => void;
    broken?: (error: Error) => void;
    tell?: OnProgress;
  } = {};
  const batch = new CurrentBatch(request, (onProgress, signal) => {
    ends.tell = onProgress;
    return new Promise((resolve, reject) => {
      ends.whole = resolve;
      ends.broken = reject;
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  });
  return { batch, ends };
}

describe('CurrentBatch', () => {
  it('is named for its step, and says how far it is', () => {
    const { batch, ends } = open();
    assert.equal(batch.id, 'batch-4');
    const progress = { done: 3, total: 16, phase: 'sampling' } as const;
    ends.tell?.(progress);
    assert.deepEqual(batch.state, { is: 'in-progress', progress });
  });

  it('lets a caller wait until it is whole', async () => {
    const { batch, ends } = open();
    const waiting = batch.wait(10_000, never);
    setTimeout(() => ends.whole?.(makeBatch({ step: 4 })), 10);
    const state = await waiting;
    assert.ok(state.is === 'whole');
    assert.equal((JSON.parse(state.bytes.toString()) as Batch).step, 4);
    assert.equal(await batch.wait(10_000, never), state);
  });

  it('lets a caller go when its time is over, or when it has gone', async () => {
    const { batch } = open();
    assert.equal((await batch.wait(0, never)).is, 'in-progress');
    assert.equal((await batch.wait(5, never)).is, 'in-progress');
    const stop = new AbortController();
    const waiting = batch.wait(60_000, stop.signal);
    stop.abort();
    assert.equal((await waiting).is, 'in-progress');
    await batch.abort();
  });

  it('keeps what broke it', async () => {
    const { batch, ends } = open();
    const waiting = batch.wait(10_000, never);
    ends.broken?.(new Error('no disk'));
    const state = await waiting;
    assert.ok(state.is === 'broken' && state.error instanceof Error);
    assert.equal(state.error.message, 'no disk');
  });

  it('ends the making when it is given up', async () => {
    const { batch } = open();
    await batch.abort();
    assert.equal(batch.state.is, 'broken');
    await batch.abort();
  });
});
