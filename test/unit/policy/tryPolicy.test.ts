import assert from 'node:assert/strict';
import { tryPolicy } from '../../../runtime/policy/tryPolicy.ts';
import { failure } from '../../../runtime/support/errors.ts';
import { ScriptedPolicy, type Line } from '../../fakes/scriptedPolicy.ts';

const never = new AbortController().signal;
const attempt = (line: Line, signal = never) => tryPolicy(new ScriptedPolicy([line]), signal);

describe('tryPolicy', () => {
  it('says what the model said, on one line', async () => {
    assert.equal(await attempt('ready\n  now'), 'It answered: ready now');
    assert.ok((await attempt('x'.repeat(500))).length < 100);
  });

  it('takes thinking for an answer', async () => {
    assert.equal(await attempt({ text: '', reasoning: 'Let me see' }), 'It answered: Let me see');
  });

  const wrong: [string, Line, string][] = [
    ['says nothing', '  ', 'policy/empty-reply'],
    ['does not end in time', { text: 'so', finishReason: 'cancelled' }, 'policy/too-slow'],
  ];
  for (const [name, line, code] of wrong) {
    it(`rejects when the model ${name}`, async () => {
      await assert.rejects(attempt(line), (error) => {
        assert.ok(error instanceof Error && 'failure' in error);
        assert.deepEqual((error.failure as { code: string }).code, code);
        return true;
      });
    });
  }

  it('passes on what is wrong with the server', async () => {
    const wrongKey = failure('policy', 'wrong-key', 'The key is wrong.');
    await assert.rejects(attempt(wrongKey), wrongKey);
  });
});
