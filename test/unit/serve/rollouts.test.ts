import assert from 'node:assert/strict';
import type { RolloutOptions, RolloutRequest } from '../../../runtime/agentRuntime.ts';
import type { RunEvent } from '../../../runtime/contract/events.ts';
import { Rollouts } from '../../../runtime/serve/rollouts.ts';
import { noFiles } from '../../../runtime/support/chosenFiles.ts';
import { silentLog } from '../../../runtime/support/log.ts';
import { at, makeStarted, makeTask } from '../../fakes/records.ts';

const request: RolloutRequest = {
  ...{ trajectoryId: 't1', task: makeTask(), files: noFiles, model: 'embedded', seed: 1 },
  ...{ recipe: makeStarted().recipe, file: '/x.jsonl', outputFolder: '/out', branch: null },
};
const ended: RunEvent = {
  ...{ version: 1, type: 'rollout-ended', trajectoryId: 't1', at, stopReason: 'final-answer' },
  ...{ finalAnswer: '4', steps: 1, reward: null, failure: null, milliseconds: 1 },
};

/** A rollout that tells and ends when the test says so. */
function open() {
  const given: RolloutOptions[] = [];
  let finish: () => void = () => assert.fail('nothing was started');
  const told: RunEvent[] = [];
  const rollouts = new Rollouts({
    runtime: {
      run: (_request, options) => {
        given.push(options);
        return new Promise((resolve) => {
          finish = () => resolve({ stopReason: 'final-answer', failure: null });
          options.signal.addEventListener('abort', finish);
        });
      },
    },
    onEvent: (event) => told.push(event),
    log: silentLog,
  });
  rollouts.start(request);
  const tell = (event: RunEvent) => given[0]?.onEvent(event);
  return { rollouts, told, tell, finish: () => finish() };
}

describe('rollouts of the process for the extension', () => {
  it('refuse to go on from one that still runs', async () => {
    const { rollouts } = open();
    await assert.rejects(rollouts.mustBeOver('t1'), /still runs/);
    await rollouts.close();
  });

  it('wait for one whose end was told, until its file is closed', async () => {
    const { rollouts, told, tell, finish } = open();
    tell(ended);
    assert.deepEqual(told, [ended]);
    let isOver = false;
    const over = rollouts.mustBeOver('t1').then(() => (isOver = true));
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isOver, false);
    finish();
    await over;
    await rollouts.mustBeOver('t1');
  });

  it('wait for one that was stopped', async () => {
    const { rollouts } = open();
    assert.equal(rollouts.stop('t1'), true);
    await rollouts.mustBeOver('t1');
    assert.equal(rollouts.stop('t1'), false);
  });

  it('are waited for by a caller, who is told what happens and whose signal stops them', async () => {
    const asked = new AbortController();
    const [all, own]: [RunEvent[], RunEvent[]] = [[], []];
    const rollouts = new Rollouts({
      runtime: {
        run: (_request, { onEvent, signal }) => {
          onEvent(ended);
          return new Promise((resolve) => {
            const finish = () => resolve({ stopReason: 'cancelled', failure: null });
            signal.addEventListener('abort', finish);
          });
        },
      },
      onEvent: (event) => all.push(event),
      log: silentLog,
    });
    const options = { signal: asked.signal, onEvent: (event: RunEvent) => own.push(event) };
    const run = rollouts.run(request, options);
    assert.deepEqual([all, own], [[ended], [ended]]);
    asked.abort();
    await run;
    assert.equal(rollouts.stop('t1'), false);
  });

  it('end at once for a caller who is gone already', async () => {
    const given: boolean[] = [];
    const rollouts = new Rollouts({
      runtime: {
        run: async (_request, { signal }) => {
          await Promise.resolve();
          given.push(signal.aborted);
          return { stopReason: 'cancelled', failure: null };
        },
      },
      onEvent: () => undefined,
      log: silentLog,
    });
    await rollouts.run(request, { signal: AbortSignal.abort(), onEvent: () => undefined });
    assert.deepEqual(given, [true]);
  });
});
