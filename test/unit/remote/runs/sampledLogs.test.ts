import assert from 'node:assert/strict';
import type { ReadableLogs } from '../../../../runtime/remote/runs/runLogs.ts';
import { SampledLogs } from '../../../../runtime/remote/runs/sampledLogs.ts';
import { failure } from '../../../../runtime/support/errors.ts';

const { signal } = new AbortController();

/** Logs of these names on a machine; each holds the machine's name. */
function logsOf(machine: string, ...names: string[]): ReadableLogs {
  return {
    list: () => Promise.resolve(names.map((name) => ({ name, bytes: 1 }))),
    slice: ({ log }) =>
      Promise.resolve({ text: `${log} of ${machine}`, from: 0, to: 1, generation: '', size: 1 }),
    tails: () => Promise.resolve(names.map((name) => ({ name, text: machine }))),
  };
}

/** A machine that is asked and does so. */
function thatDoes(act: (signal: AbortSignal) => Promise<never>): ReadableLogs {
  return { list: act, tails: act, slice: (_, limit) => act(limit) };
}

const own = logsOf('a100', 'trainer.log');
const silent = thatDoes(
  (limit) =>
    new Promise((_, reject) => {
      limit.addEventListener('abort', () => reject(new Error('given up')));
    }),
);

describe('the logs of a run that another machine samples for', () => {
  const both = new SampledLogs(own, () => logsOf('b100', 'tokens.log'));

  it('are those of both, told apart by their names', async () => {
    const names = (await both.list(signal)).map(({ name }) => name);
    assert.deepEqual(names, ['trainer.log', 'sampler-tokens.log']);
    assert.deepEqual(await both.tails(signal), [
      { name: 'trainer.log', text: 'a100' },
      { name: 'sampler-tokens.log', text: 'b100' },
    ]);
  });

  it('are read where they lie', async () => {
    const textOf = async (log: string): Promise<string> =>
      (await both.slice({ log, from: null, generation: null, limit: 100 }, signal)).text;
    assert.equal(await textOf('trainer.log'), 'trainer.log of a100');
    assert.equal(await textOf('sampler-tokens.log'), 'tokens.log of b100');
  });

  it('are its own alone for a run that samples itself', async () => {
    const alone = new SampledLogs(own, () => null);
    assert.deepEqual(await alone.list(signal), await own.list(signal));
    const wish = { log: 'sampler-tokens.log', from: null, generation: null, limit: 100 };
    assert.equal((await alone.slice(wish, signal)).text, 'sampler-tokens.log of a100');
  });

  it('are its own alone while the other machine is away, or says nothing', async () => {
    const away = thatDoes(() => Promise.reject(failure('remote', 'offline', 'No route to host.')));
    for (const other of [away, silent]) {
      const logs = new SampledLogs(own, () => other, 10);
      assert.deepEqual(await logs.list(signal), await own.list(signal));
      assert.deepEqual(await logs.tails(signal), await own.tails(signal));
    }
  });

  it('are given up with whoever asks, and mistakes are not hidden', async () => {
    const leaving = new AbortController();
    const asking = new SampledLogs(own, () => silent).list(leaving.signal);
    leaving.abort();
    await assert.rejects(asking, { name: 'AbortError' });
    const broken = thatDoes(() => Promise.reject(new TypeError('a mistake')));
    await assert.rejects(new SampledLogs(own, () => broken).tails(signal), TypeError);
  });
});
