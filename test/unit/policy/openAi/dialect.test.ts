import assert from 'node:assert/strict';
import { type Answer, chat, refusal } from '../../../fakes/openAiServer.ts';
import { failureOf, ServerPolicyFixture, chatRoute } from '../../../fakes/serverPolicyFixture.ts';

describe('fields that the server does not take', () => {
  let at: ServerPolicyFixture;

  beforeEach(() => {
    at = new ServerPolicyFixture();
  });

  afterEach(() => at.close());

  const cases: [string, Answer, string[]][] = [
    [
      'return_token_ids (OpenAI)',
      refusal(400, 'Unrecognized request argument supplied: return_token_ids'),
      ['return_token_ids'],
    ],
    [
      'return_token_ids (a validator)',
      {
        status: 422,
        body: {
          detail: [
            {
              loc: ['body', 'return_token_ids'],
              msg: 'Extra inputs are not permitted',
              input: { seed: 1, stop: [] },
            },
          ],
        },
      },
      ['return_token_ids'],
    ],
    [
      'logprobs',
      refusal(400, "'logprobs' is not supported with this model"),
      ['logprobs', 'top_logprobs'],
    ],
    ['stop', refusal(400, "Unsupported parameter: 'stop' is not supported."), ['stop']],
    ['seed', refusal(400, 'property "seed" is unsupported'), ['seed']],
    [
      'temperature',
      refusal(400, "Unsupported value: 'temperature' does not support 0.6 with this model."),
      ['temperature'],
    ],
    ['stream_options', refusal(400, 'Unknown parameter: stream_options'), ['stream_options']],
  ];
  for (const [name, answer, left] of cases) {
    it(`${name}: asks again without and remembers`, async () => {
      await at.start({ [chatRoute]: [answer, chat('one'), chat('two')] });
      assert.equal((await at.ask()).text, 'one');
      assert.equal((await at.ask()).text, 'two');
      const [first, second, third] = at.server.bodies(chatRoute);
      assert.ok(first && second && third);
      assert.deepEqual(
        Object.keys(first).filter((field) => !(field in second)),
        left,
      );
      assert.deepEqual(Object.keys(second), Object.keys(third));
      assert.equal(at.notices.length, 1);
      assert.deepEqual(at.waits, []);
    });
  }

  it('takes max_completion_tokens where max_tokens is refused', async () => {
    const message =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    await at.start({ [chatRoute]: [refusal(400, message), chat('one'), chat('two')] });
    await at.ask();
    await at.ask();
    const [, second, third] = at.server.bodies(chatRoute);
    assert.ok(second && third);
    assert.equal(second['max_completion_tokens'], 100);
    assert.ok(!('max_tokens' in second));
    assert.equal(third['max_completion_tokens'], 100);
  });

  it('puts the system message into the first user message where there is no system role', async () => {
    await at.start({ [chatRoute]: [refusal(400, 'System role not supported'), chat('ok')] });
    await at.ask();
    assert.deepEqual(at.server.bodies(chatRoute)[1]?.['messages'], [
      { role: 'user', content: 'You write Python.\n\nHow many rows?' },
    ]);
  });

  it('leaves out one field after the other', async () => {
    await at.start({
      [chatRoute]: [
        refusal(400, 'Unknown name "return_token_ids"'),
        refusal(400, 'Unknown name "seed"'),
        refusal(400, 'max_tokens is not supported'),
        chat('ok'),
      ],
    });
    assert.equal((await at.ask()).text, 'ok');
    assert.equal(at.notices.length, 3);
  });

  it('serves two replies that meet the refusal at the same time', async () => {
    const picky: Answer = (sent) =>
      'return_token_ids' in sent.body ? refusal(400, 'Unknown: return_token_ids') : chat('ok');
    await at.start({ [chatRoute]: [picky] });
    const replies = await Promise.all([at.ask(), at.ask(), at.ask()]);
    assert.deepEqual(
      replies.map((reply) => reply.text),
      ['ok', 'ok', 'ok'],
    );
  });

  it('gives up on a refusal that names nothing optional', async () => {
    await at.start({ [chatRoute]: [refusal(400, 'messages: roles must alternate')] });
    const failed = await failureOf(at.ask());
    assert.equal(failed.code, 'policy/refused-request');
    assert.match(failed.message, /status 400: "messages: roles must alternate"/);
    assert.equal(at.server.bodies(chatRoute).length, 1);
  });

  it('gives up when the server goes on refusing', async () => {
    await at.start({ [chatRoute]: [refusal(400, 'max_tokens max_completion_tokens seed stop')] });
    await failureOf(at.ask());
    assert.ok(at.server.bodies(chatRoute).length <= 14);
  });
});
