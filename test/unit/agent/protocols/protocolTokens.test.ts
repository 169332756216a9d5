// The dialects over token ids, as training samples them: each prompt is the one before with what was sampled and what was told.
import assert from 'node:assert/strict';
import { runLoop } from '../../../../runtime/agent/loop.ts';
import { artistMath } from '../../../../runtime/agent/protocols/artistMath.ts';
import { artistTools } from '../../../../runtime/agent/protocols/artistTools.ts';
import type { Protocol } from '../../../../runtime/agent/protocols/protocol.ts';
import { toolRl } from '../../../../runtime/agent/protocols/toolRl.ts';
import { AgentSettings } from '../../../../runtime/contract/recipe.ts';
import type { Step } from '../../../../runtime/contract/step.ts';
import { RolloutPolicy } from '../../../../runtime/policy/training/rolloutPolicy.ts';
import { TokenClient } from '../../../../runtime/policy/training/tokenClient.ts';
import { lazyChat } from '../../../../runtime/policy/training/tokenChat.ts';
import recipe from '../../../../runtime/recipes/tool-r1.json' with { type: 'json' };
import { echoSandbox } from '../../../fakes/fakeSandbox.ts';
import { tickingClock } from '../../../fakes/tickingClock.ts';
import { FakeTokenServer } from '../../../fakes/tokenServer.ts';
import { addedTokens, decode } from '../../../fakes/toyTokenizer.ts';

const signal = new AbortController().signal;

/** What the policy says at each turn; nothing but a stop string ends a reply, as with a real model that goes on. */
interface Dialogue {
  readonly protocol: Protocol;
  readonly replies: readonly string[];
  /** What stands in the prompt of the second turn behind the first reply. */
  readonly told: RegExp;
}

const dialogues: readonly Dialogue[] = [
  {
    protocol: artistMath,
    replies: [
      '<think>a</think>\n<python>\nprint(1)\n</python>\n<output>invented</output>',
      '<think>b</think><python>print(2)</python>',
      'Neither this nor that.',
      '<think>c</think>\n<answer>2</answer> and more',
    ],
    told: /<output>\nprint\(1\)\n<\/output>/,
  },
  {
    protocol: artistTools,
    replies: [
      '<reasoning>a</reasoning>\n<tool>\n{"name": "f", "arguments": {}}\n</tool>\n<tool_result>',
      '<reasoning>b</reasoning>\n<tool>\nf()\n</tool>',
      '<reasoning>c</reasoning>\nDone.',
    ],
    told: /<tool_result>\n\{"name": "f", "arguments": \{\}\}\n<\/tool_result>/,
  },
];

describe('the dialects over token ids', () => {
  let server: FakeTokenServer;
  afterEach(() => server.close());

  async function run(protocol: Protocol, replies: readonly string[]): Promise<readonly Step[]> {
    let turn = 0;
    server = await FakeTokenServer.start({
      speak: () => `${replies[turn++] ?? ''}<|im_end|>`,
      contextTokens: 8000,
    });
    const clock = tickingClock();
    const client = new TokenClient({
      model: 'policy-v1',
      baseUrls: [server.baseUrl],
      fetch,
      clock,
      random: () => 0,
      sleep: () => Promise.resolve(),
      timeoutMilliseconds: 60_000,
    });
    const chat = lazyChat(client, addedTokens, signal);
    const policy = new RolloutPolicy({ model: 'run', server: client, chat, clock, signal });
    const steps: Step[] = [];
    const loop = runLoop(
      {
        trajectoryId: 't1',
        prompt: { system: 's', user: 'q' },
        settings: AgentSettings.parse(recipe.agent),
        seed: 3,
        signal,
      },
      { policy, protocol, sandbox: echoSandbox(), clock },
    );
    for (;;) {
      const next = await loop.next();
      if (next.done === true) {
        assert.deepEqual([next.value.stopReason, next.value.failure], ['final-answer', null]);
        return steps;
      }
      if (next.value.type === 'step-ended') steps.push(next.value.step);
    }
  }

  for (const { protocol, replies, told } of dialogues) {
    it(`go on with the very ids that were sampled: ${protocol.name}`, async () => {
      const steps = await run(protocol, replies);
      assert.equal(steps.length, replies.length);
      let before: readonly number[] = [];
      for (const { reply } of steps) {
        const { tokens } = reply;
        assert.ok(tokens !== null);
        assert.deepEqual(tokens.promptIds.slice(0, before.length), before);
        before = [...tokens.promptIds, ...tokens.completionIds];
      }
      const [first, second] = steps;
      const prompt = decode(second?.reply.tokens?.promptIds ?? []);
      const end = decode([
        ...(first?.reply.tokens?.promptIds ?? []),
        ...(first?.reply.tokens?.completionIds ?? []),
      ]);
      assert.match(prompt.slice(end.length), told);
      // Sampling stopped at the closing tag, so nothing was invented behind it.
      assert.match(end, new RegExp(`${protocol.stop[0] ?? ''}\n?$`));
      assert.deepEqual(first?.faults, []);
    });
  }

  it('leave the closing tags in the text of a dialect that is rewarded for them', async () => {
    const reply = '<think>a</think>\n<tool_call>\n{"name": "f", "parameters": {}}\n</tool_call>';
    const [step] = await run(toolRl, [reply]);
    assert.equal(step?.reply.text, reply);
    assert.deepEqual(step.faults, []);
  });
});
