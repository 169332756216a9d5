import assert from 'node:assert/strict';
import { chat, delta, finish } from '../../../fakes/openAiServer.ts';
import { ServerPolicyFixture, chatRoute } from '../../../fakes/serverPolicyFixture.ts';

describe('replies of servers', () => {
  let at: ServerPolicyFixture;

  beforeEach(() => {
    at = new ServerPolicyFixture();
  });

  afterEach(() => at.close());

  describe('reasoning and tool calls', () => {
    for (const field of ['reasoning_content', 'reasoning']) {
      it(`keeps ${field} apart from the text`, async () => {
        await at.start({
          [chatRoute]: [
            {
              events: [
                delta(null, { delta: { [field]: 'Let me ' } }),
                delta(null, { delta: { [field]: 'see <end_code>' } }),
                delta('Thought: ok'),
                finish('stop'),
              ],
            },
          ],
        });
        const reply = await at.ask();
        assert.equal(reply.reasoning, 'Let me see <end_code>');
        assert.equal(reply.thought, reply.reasoning);
        assert.equal(reply.text, 'Thought: ok');
      });
    }

    it('counts reasoning once when both fields carry it', async () => {
      const both = { reasoning_content: 'r', reasoning: 'r' };
      await at.start({ [chatRoute]: [{ events: [delta('t', { delta: both }), finish('stop')] }] });
      assert.equal((await at.ask()).reasoning, 'r');
    });

    it('reads content in parts, thinking among them', async () => {
      const content = [
        { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
        { type: 'text', text: 'answer' },
      ];
      await at.start({
        [chatRoute]: [{ events: [delta(null, { delta: { content } }), finish('stop')] }],
      });
      const reply = await at.ask();
      assert.equal(reply.reasoning, 'hm');
      assert.equal(reply.text, 'answer');
    });

    it('leaves <think> in the text to the parser', async () => {
      await at.start({ [chatRoute]: [chat('<think>a</think>', 'b')] });
      assert.equal((await at.ask()).text, '<think>a</think>b');
    });

    it('writes tool calls back into the text', async () => {
      const call = (fragment: object) => delta(null, { delta: { tool_calls: [fragment] } });
      await at.start({
        [chatRoute]: [
          {
            events: [
              delta('I call.'),
              call({ index: 0, id: 'c', function: { name: 'python', arguments: '' } }),
              call({ index: 0, function: { arguments: '{"code": "pri' } }),
              call({ index: 0, function: { arguments: 'nt(1)"}' } }),
              call({ index: 1, function: { name: 'final_answer', arguments: '' } }),
              finish('tool_calls'),
            ],
          },
        ],
      });
      const reply = await at.ask();
      assert.equal(
        reply.text,
        'I call.\n<tool_call>\n{"name": "python", "arguments": {"code": "print(1)"}}\n</tool_call>\n' +
          '<tool_call>\n{"name": "final_answer", "arguments": {}}\n</tool_call>',
      );
      assert.equal(reply.streamed, reply.text);
      assert.equal(reply.finishReason, 'stop');
    });

    it('reads a refusal of the model as its text', async () => {
      await at.start({
        [chatRoute]: [
          { events: [delta(null, { delta: { refusal: 'I cannot.' } }), finish('stop')] },
        ],
      });
      assert.equal((await at.ask()).text, 'I cannot.');
    });
  });

  describe('token ids', () => {
    const logprobs = (value: number) => ({ content: [{ token: 't', logprob: value }] });
    const events = [
      delta('', { delta: { role: 'assistant' }, chunk: { prompt_token_ids: [1, 2, 3] } }),
      delta('a', { choice: { token_ids: [10], logprobs: logprobs(-0.5) } }),
      delta('b', { choice: { token_ids: [11], logprobs: logprobs(-0.25) } }),
      finish('stop', { token_ids: [12], logprobs: logprobs(-0.1) }),
    ];

    it('are recorded as sampled, with log-probabilities and an all-ones mask', async () => {
      await at.start({ [chatRoute]: [{ events }] });
      assert.deepEqual(at.policy.capabilities, {
        tokens: false,
        logProbs: false,
        grammar: false,
        promptStyle: 'full',
      });
      const reply = await at.ask();
      assert.deepEqual(reply.tokens, {
        promptIds: [1, 2, 3],
        completionIds: [10, 11, 12],
        completionMask: [1, 1, 1],
        logProbs: [-0.5, -0.25, -0.1],
      });
      assert.equal(at.policy.capabilities.tokens, true);
      assert.equal(at.policy.capabilities.logProbs, true);
    });

    it('come without log-probabilities when some are missing', async () => {
      const some = [...events.slice(0, 3), finish('stop', { token_ids: [12] })];
      await at.start({ [chatRoute]: [{ events: some }] });
      assert.equal((await at.ask()).tokens?.logProbs, null);
    });

    it('are left out when text behind a stop string had to be dropped', async () => {
      const late = [events[0], delta('a<end_code>b', { choice: { token_ids: [10, 11] } })];
      await at.start({ [chatRoute]: [{ events: late }] });
      const reply = await at.ask();
      assert.equal(reply.text, 'a');
      assert.equal(reply.tokens, null);
    });

    it('are kept when the text ends with the stop string', async () => {
      const exact = [events[0], delta('a<end_code>', { choice: { token_ids: [10, 11] } })];
      await at.start({ [chatRoute]: [{ events: exact }] });
      assert.deepEqual((await at.ask()).tokens?.completionIds, [10, 11]);
    });

    it('are null without the ids of the prompt', async () => {
      await at.start({ [chatRoute]: [{ events: events.slice(1) }] });
      assert.equal((await at.ask()).tokens, null);
    });
  });
});
