import assert from 'node:assert/strict';
import { defaultBackOff } from '../../../../runtime/support/backOff.ts';
import { type Answer, chat, delta, finish, refusal } from '../../../fakes/openAiServer.ts';
import { failureOf, ServerPolicyFixture, chatRoute } from '../../../fakes/serverPolicyFixture.ts';

describe('attempts at a reply', () => {
  let at: ServerPolicyFixture;

  beforeEach(() => {
    at = new ServerPolicyFixture();
  });

  afterEach(() => at.close());

  describe('trying again', () => {
    it('waits longer each time while the server is busy', async () => {
      const busy = refusal(503, 'Loading model');
      await at.start({ [chatRoute]: [busy, busy, busy, chat('ready')] });
      assert.equal((await at.ask()).text, 'ready');
      assert.deepEqual(at.waits, [500, 1_000, 2_000]);
    });

    for (const status of [408, 429, 500, 502, 504, 529]) {
      it(`tries again after ${status}`, async () => {
        await at.start({ [chatRoute]: [refusal(status, 'later'), chat('ok')] });
        assert.equal((await at.ask()).text, 'ok');
        assert.equal(at.waits.length, 1);
      });
    }

    it('keeps the wait that the server asks for', async () => {
      const limited = { ...refusal(429, 'slow down'), headers: { 'retry-after': '7' } };
      await at.start({ [chatRoute]: [limited, chat('ok')] });
      await at.ask();
      assert.deepEqual(at.waits, [7_000]);
    });

    it('does not wait longer than the total limit', async () => {
      const limited = { ...refusal(429, 'slow down'), headers: { 'retry-after': '3600' } };
      await at.start({ [chatRoute]: [limited, chat('ok')] });
      const failed = await failureOf(at.ask());
      assert.equal(failed.code, 'policy/rate-limited');
      assert.match(failed.message, /"slow down"/);
      assert.deepEqual(at.waits, []);
    });

    it('ends after the last attempt with what the server said', async () => {
      await at.start({ [chatRoute]: [refusal(500, 'CUDA error')] });
      const failed = await failureOf(at.ask());
      assert.equal(failed.code, 'policy/server-error');
      assert.match(failed.message, /status 500: "CUDA error"/);
      assert.equal(at.server.bodies(chatRoute).length, defaultBackOff.maxAttempts);
    });

    it('tries again when the connection broke before the first text', async () => {
      const cut: Answer = { events: [delta('', { delta: { role: 'assistant' } })], then: 'break' };
      await at.start({ [chatRoute]: [{ breaks: true }, cut, chat('ok')] });
      const reply = await at.ask();
      assert.equal(reply.text, 'ok');
      assert.equal(reply.streamed, 'ok');
      assert.equal(at.waits.length, 2);
    });

    it('does not try again once text was shown', async () => {
      await at.start({ [chatRoute]: [{ events: [delta('Thought')], then: 'break' }, chat('ok')] });
      const failed = await failureOf(at.ask());
      assert.equal(failed.code, 'policy/stream-cut');
      assert.equal(at.server.bodies(chatRoute).length, 1);
    });

    it('obeys a server that says not to', async () => {
      const never = { ...refusal(500, 'no'), headers: { 'x-should-retry': 'false' } };
      await at.start({ [chatRoute]: [never] });
      await failureOf(at.ask());
      assert.equal(at.server.bodies(chatRoute).length, 1);
    });

    it('does not try again when the account has no credit', async () => {
      const broke = refusal(429, 'You exceeded your current quota, check your billing details.');
      await at.start({ [chatRoute]: [broke] });
      assert.equal((await failureOf(at.ask())).code, 'policy/quota-exhausted');
      assert.equal(at.server.bodies(chatRoute).length, 1);
    });

    it('tries again when a stream begins with an error of the server', async () => {
      const failing: Answer = { events: [{ error: { message: 'worker died', code: 502 } }] };
      await at.start({ [chatRoute]: [failing, chat('ok')] });
      assert.equal((await at.ask()).text, 'ok');
    });
  });

  describe('silence', () => {
    const timeouts = {
      firstTokenMilliseconds: 60_000,
      idleMilliseconds: 1_500,
      closingMilliseconds: 100,
    };

    it('before the first text is a failure', async () => {
      const role = delta('', { delta: { role: 'assistant' } });
      await at.start(
        { [chatRoute]: [{ events: [role], then: 'hang' }] },
        { timeouts: { ...timeouts, firstTokenMilliseconds: 150 } },
      );
      const failed = await failureOf(at.ask());
      assert.equal(failed.code, 'policy/no-first-token');
      assert.match(failed.message, /wrote nothing for/);
      assert.equal(at.server.bodies(chatRoute).length, 1);
    });

    it('in the middle of a reply is a failure', async () => {
      await at.start(
        { [chatRoute]: [{ events: [delta('a')], then: 'hang' }] },
        { timeouts: { ...timeouts, idleMilliseconds: 150 } },
      );
      assert.equal((await failureOf(at.ask())).code, 'policy/stalled');
    });

    it('shorter than the limit is none, however long the reply takes', async () => {
      const events = Array.from('slowly').map((letter) => delta(letter));
      await at.start(
        { [chatRoute]: [{ events: [...events, finish('stop')], pauseMilliseconds: 300 }] },
        { timeouts },
      );
      assert.equal((await at.ask()).text, 'slowly');
    });
  });
});
