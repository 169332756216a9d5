import assert from 'node:assert/strict';
import { fail, pass, runChecks, warn } from '../../../runtime/health/healthCheck.ts';

const never = new AbortController().signal;

describe('runChecks', () => {
  it('keeps the order of the list, whatever ends first', async () => {
    const checks = await runChecks(
      [
        {
          name: 'slow',
          limitMilliseconds: 1000,
          run: async () => {
            await new Promise((resolve) => setTimeout(resolve, 20));
            return pass('slow', 'fine');
          },
        },
        {
          name: 'several',
          limitMilliseconds: 1000,
          run: () => Promise.resolve([warn('a', 'b', 'c'), fail('d', 'e', 'f')]),
        },
      ],
      never,
    );
    assert.deepEqual(
      checks.map(({ name, state }) => [name, state]),
      [
        ['slow', 'pass'],
        ['a', 'warn'],
        ['d', 'fail'],
      ],
    );
  });

  it('turns an error into a failed check', async () => {
    const [check] = await runChecks(
      [{ name: 'odd', limitMilliseconds: 1000, run: () => Promise.reject(new Error('broken')) }],
      never,
    );
    assert.deepEqual([check?.name, check?.state, check?.detail], ['odd', 'fail', 'broken']);
    assert.ok(check?.advice);
  });

  it('does not wait for a check that hangs', async () => {
    const [check] = await runChecks(
      [{ name: 'hung', limitMilliseconds: 30, run: () => new Promise(() => undefined) }],
      never,
    );
    assert.ok(check);
    assert.equal(check.state, 'fail');
    assert.match(check.detail, /no answer within/);
  });

  it('stops when it is told to', async () => {
    const controller = new AbortController();
    const checks = runChecks(
      [{ name: 'hung', limitMilliseconds: 60_000, run: () => new Promise(() => undefined) }],
      controller.signal,
    );
    controller.abort();
    await assert.rejects(checks, { name: 'AbortError' });
  });
});
