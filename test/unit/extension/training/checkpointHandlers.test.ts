import assert from 'node:assert/strict';
import {
  checkpointHandlers,
  type CheckpointWork,
} from '../../../../extension/training/checkpointHandlers.ts';
import { runPlace } from '../../../fakes/runPages.ts';
import { RuntimeAnswers } from '../../../fakes/runtimeAnswers.ts';

const token = {
  isCancellationRequested: false,
  onCancellationRequested: () => ({ dispose: () => undefined }),
};

function make(error: Error) {
  const fail = () => Promise.reject(error);
  const work: CheckpointWork = {
    ...{ evaluate: fail, serve: fail, stopServing: fail, download: fail, pin: fail, clean: fail },
  };
  return checkpointHandlers({ runtime: new RuntimeAnswers({}), place: runPlace, work });
}

const step = { step: 300 };

describe('requests about checkpoints', () => {
  it('are no failure when a person broke them off', async () => {
    const cancelled = Object.assign(new Error('Broken off.'), { name: 'Cancelled' });
    const handlers = make(cancelled);
    assert.deepEqual(await handlers['evaluate-checkpoint'](step, token), { isDone: false });
    assert.deepEqual(await handlers['serve-checkpoint'](step, token), {});
    assert.deepEqual(await handlers['download-checkpoint'](step, token), {});
  });

  it('tell of everything else that goes wrong', async () => {
    const handlers = make(new Error('The disk is full.'));
    for (const name of [
      ...(['evaluate-checkpoint', 'serve-checkpoint', 'unserve-checkpoint'] as const),
      'download-checkpoint' as const,
    ]) {
      await assert.rejects(handlers[name](step, token), /The disk is full/, name);
    }
    await assert.rejects(handlers['clean-checkpoints']({}, token), /The disk is full/);
    const pin = handlers['pin-checkpoint']({ ...step, pinned: true }, token);
    await assert.rejects(pin, /The disk is full/);
  });
});
