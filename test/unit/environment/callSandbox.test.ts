// What the environment makes of a sandbox that is stopped or broken; what works is tried on the real one.
import assert from 'node:assert/strict';
import { CallSandbox } from '../../../runtime/environment/callSandbox.ts';
import type { StepResult } from '../../../runtime/sandbox/sandbox.ts';
import { FailureError } from '../../../runtime/support/errors.ts';
import { FakeSandbox, makeStepResult } from '../../fakes/fakeSandbox.ts';
import { callLines } from '../../fakes/deskTask.ts';

const signal = new AbortController().signal;
const options = { timeoutMilliseconds: 1000, maxOutputCharacters: 1000, signal };
const code = callLines(['f', {}]);

function world(result: Partial<StepResult>): {
  readonly inner: FakeSandbox;
  readonly sandbox: CallSandbox;
} {
  const inner = new FakeSandbox(() => makeStepResult(result));
  return { inner, sandbox: new CallSandbox(inner) };
}

describe('CallSandbox', () => {
  it('sends the calls as data that holds nothing but hexadecimal digits', async () => {
    const { inner, sandbox } = world({ outcome: 'final-answer', finalAnswer: { value: '[]' } });
    await sandbox.run(`${code}\n\n`, options);
    const [sent = ''] = inner.codes;
    const hexadecimal =
      /^report\(make_calls\(bytes\.fromhex\('([0-9a-f]+)'\)\.decode\(\)\)\)$/.exec(sent);
    const text = Buffer.from(hexadecimal?.[1] ?? '', 'hex').toString('utf8');
    assert.deepEqual(JSON.parse(text), [{ name: 'f', arguments: {} }]);
  });

  for (const outcome of ['timeout', 'aborted', 'cancelled'] as const) {
    it(`passes on that it was stopped: ${outcome}`, async () => {
      const error = { type: 'TimeoutError', message: 'too long', line: 1, traceback: [] };
      const { sandbox } = world({ outcome, error, recovery: 'rolled-back' });
      const result = await sandbox.run(code, options);
      assert.deepEqual(
        [result.outcome, result.error, result.recovery, result.toolCalls, result.variables],
        [outcome, error, 'rolled-back', [], []],
      );
      await assert.rejects(sandbox.compare(signal), {
        message: `The environment was not compared: ${outcome}.`,
      });
    });
  }

  it('is broken machinery when the session is gone', async () => {
    const error = {
      type: 'NameError',
      message: "name 'session' is not defined",
      line: 1,
      traceback: [],
    };
    const { sandbox } = world({ outcome: 'python-error', error });
    await assert.rejects(
      sandbox.run(code, options),
      (problem) =>
        problem instanceof FailureError &&
        problem.failure.code === 'tool/environment-broken' &&
        /NameError: name 'session' is not defined/.test(problem.message),
    );
  });

  it('is broken machinery when the answer cannot be read', async () => {
    for (const value of ['{', '[{"name": "f", "ok": 1}]', 5, null]) {
      const { sandbox } = world({ outcome: 'final-answer', finalAnswer: { value } });
      await assert.rejects(sandbox.run(code, options), FailureError);
    }
  });

  it('tells of no call when the action is none', async () => {
    const { inner, sandbox } = world({});
    const result = await sandbox.run('f()', options);
    assert.equal(result.error?.type, 'SyntaxError');
    assert.deepEqual(inner.codes, []);
  });

  it('clips previews, and keeps the result whole in the output', async () => {
    const outcome = { name: 'f', ok: true, result: 'x'.repeat(500) };
    const value = JSON.stringify([outcome]);
    const { sandbox } = world({ outcome: 'final-answer', finalAnswer: { value } });
    const { toolCalls, stdout } = await sandbox.run(code, options);
    assert.equal(toolCalls[0]?.preview.length, 200);
    assert.equal(stdout, `${JSON.stringify({ name: 'f', result: outcome.result })}\n`);
  });

  it('has no variables to look into, and gives the sandbox back', async () => {
    const { inner, sandbox } = world({});
    const wish = { name: 'files', offset: 0, limit: 1, timeoutMilliseconds: 1 };
    assert.deepEqual(await sandbox.readTable(wish), {
      ok: false,
      problem: 'files is state of a tool, not a variable.',
    });
    assert.equal(sandbox.isAlive, true);
    inner.isAlive = false;
    assert.equal(sandbox.isAlive, false);
    await sandbox.release();
    assert.equal(inner.released, 1);
  });
});
