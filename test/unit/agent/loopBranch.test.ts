// The loop when it goes on from another trajectory.
import assert from 'node:assert/strict';
import { writtenReply } from '../../../runtime/agent/carriedStep.ts';
import { runLoop, type LoopEvent, type LoopInput } from '../../../runtime/agent/loop.ts';
import { toolR1 } from '../../../runtime/agent/protocols/toolR1.ts';
import { RunEvent } from '../../../runtime/contract/events.ts';
import { AgentSettings } from '../../../runtime/contract/recipe.ts';
import type { Step } from '../../../runtime/contract/step.ts';
import recipe from '../../../runtime/recipes/tool-r1.json' with { type: 'json' };
import { failure } from '../../../runtime/support/errors.ts';
import { answered, echoSandbox, FakeSandbox, makeStepResult } from '../../fakes/fakeSandbox.ts';
import { makeReply, makeStep } from '../../fakes/records.ts';
import { action, ScriptedPolicy, type Line } from '../../fakes/scriptedPolicy.ts';
import { tickingClock } from '../../fakes/tickingClock.ts';

interface Given extends Partial<Omit<LoopInput, 'settings'>> {
  readonly lines: readonly Line[];
  readonly sandbox?: FakeSandbox;
  readonly settings?: Partial<AgentSettings>;
}

async function run({ lines, sandbox = echoSandbox(), settings, ...input }: Given) {
  const policy = new ScriptedPolicy(lines);
  const loop = runLoop(
    {
      trajectoryId: 't1',
      prompt: { system: 'system', user: 'Question: first' },
      seed: 7,
      signal: new AbortController().signal,
      ...input,
      settings: { ...AgentSettings.parse(recipe.agent), ...settings },
    },
    { policy, protocol: toolR1, sandbox, clock: tickingClock() },
  );
  const events: LoopEvent[] = [];
  for (;;) {
    const next = await loop.next();
    if (next.done === true) {
      const steps = events.flatMap((event) => (event.type === 'step-ended' ? [event.step] : []));
      return { outcome: next.value, events, steps, policy, sandbox };
    }
    RunEvent.parse(next.value);
    events.push(next.value);
  }
}

function recorded(index: number, code: string, over: Partial<Step> = {}): Step {
  const step = makeStep({
    index,
    code,
    reply: makeReply({ text: action(code), stopString: null }),
    ...over,
  });
  const observation = { ...step.observation, stdout: `${code}\n`, text: code, ...over.observation };
  return { ...step, observation };
}

const steps = [recorded(1, 'a = 1'), recorded(2, 'final_answer(5)')];
const earlier = {
  steps: 2,
  asked: new Map([[2, 'Question: second']]),
  recap: () => ({ system: 'system', user: 'RECAP\n\nQuestion: second' }),
};
const taken = steps.map((step) => ({ step, runAgain: false }));
const again = steps.map((step) => ({ step, runAgain: true }));

describe('runLoop, going on from another trajectory', () => {
  it('takes steps over without running them, and asks the further question after them', async () => {
    const seen = await run({ lines: [action('final_answer(6)')], carried: taken, earlier });
    assert.deepEqual(seen.sandbox.codes, ['final_answer(6)']);
    assert.deepEqual(
      seen.steps.map(({ index, reply }) => [index, reply.origin]),
      [
        [1, 'parent'],
        [2, 'parent'],
        [3, undefined],
      ],
    );
    const messages = seen.policy.requests[0]!.messages;
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['system', 'user', 'assistant', 'user', 'assistant', 'user'],
    );
    assert.match(messages.at(-1)!.content, /final_answer\(5\)\n\nQuestion: second$/);
    assert.deepEqual(seen.outcome, { stopReason: 'final-answer', finalAnswer: '6', failure: null });
  });

  it('runs code again where the namespace is gone; an answer of then is no answer now', async () => {
    const seen = await run({
      lines: ['no code', 'no code', 'no code'],
      carried: again,
      earlier,
    });
    assert.deepEqual(seen.sandbox.codes, ['a = 1', 'final_answer(5)']);
    assert.deepEqual(seen.outcome, { stopReason: 'no-code', finalAnswer: null, failure: null });
    assert.equal(seen.steps[1]?.observation.kind, 'final-answer');
    assert.equal(seen.steps[1].reply.tokens, null);
  });

  it('tells of carried steps as of any other, but of no sampled text', async () => {
    const { events } = await run({ lines: [action('final_answer(6)')], carried: again, earlier });
    const carried = events.slice(0, 6).map(({ type }) => type);
    const each = ['step-started', 'reply-parsed', 'step-ended'];
    assert.deepEqual(carried, [...each, ...each]);
  });

  it('numbers the steps for the sandbox as the trajectory does', async () => {
    const numbers: (number | undefined)[] = [];
    const sandbox = new FakeSandbox((_code, { step }) => {
      numbers.push(step);
      return answered(1);
    });
    await run({ lines: [action('final_answer(6)')], carried: taken, earlier, sandbox });
    assert.deepEqual(numbers, [3]);
  });

  it('counts the steps of earlier questions for no limit', async () => {
    const seen = await run({
      lines: [action('print(1)'), action('print(2)'), action('print(3)')],
      carried: taken,
      earlier,
      settings: { maxSteps: 2 },
    });
    assert.deepEqual([seen.outcome.stopReason, seen.steps.length], ['max-steps', 4]);
  });

  it('counts carried steps of the same question', async () => {
    const seen = await run({
      lines: [action('print(1)'), action('print(2)')],
      carried: [{ step: recorded(1, 'a = 1'), runAgain: true }],
      settings: { maxSteps: 2 },
    });
    assert.deepEqual([seen.outcome.stopReason, seen.steps.length], ['max-steps', 2]);
  });

  it('puts a written reply in place of the next one and lets the policy go on', async () => {
    const written = writtenReply('Look.', 'print("mine")', 'the text');
    const seen = await run({
      lines: [action('final_answer(1)')],
      carried: [{ step: recorded(1, 'a = 1'), runAgain: true }],
      written,
    });
    assert.deepEqual(seen.sandbox.codes, ['a = 1', 'print("mine")', 'final_answer(1)']);
    assert.deepEqual(
      seen.steps.map(({ reply }) => reply.origin),
      ['parent', 'person', undefined],
    );
    assert.deepEqual([seen.steps[1]?.thought, seen.steps[1]?.faults], ['Look.', []]);
    assert.equal(seen.policy.requests.length, 1);
  });

  it('ends with a written reply that answers, without asking the policy', async () => {
    const written = writtenReply('t', 'final_answer(9)', 'the text');
    const seen = await run({ lines: [], written });
    assert.deepEqual(seen.outcome, { stopReason: 'final-answer', finalAnswer: '9', failure: null });
    assert.equal(seen.policy.requests.length, 0);
  });

  it('cuts the observation of a written reply as the next prompt shows it', async () => {
    const sandbox = new FakeSandbox((code) =>
      code.startsWith('final') ? answered(1) : makeStepResult({ stdout: 'x'.repeat(6000) }),
    );
    const seen = await run({
      lines: [action('final_answer(1)')],
      written: writtenReply('t', 'print()', 'the text'),
      sandbox,
      settings: { maxSequenceTokens: 700, maxReplyTokens: 200 },
    });
    const text = seen.steps[0]?.observation.text ?? '';
    assert.match(text, /shortened/);
    assert.ok(seen.policy.requests[0]?.messages.at(-1)?.content.includes(text));
  });

  it('warns where code that runs again does something else', async () => {
    const sandbox = new FakeSandbox(() =>
      makeStepResult({
        outcome: 'python-error',
        error: { type: 'NameError', message: 'a', line: 1, traceback: [] },
      }),
    );
    const seen = await run({ lines: ['-', '-', '-'], carried: again, earlier, sandbox });
    assert.match(seen.steps[0]?.observation.warnings[0] ?? '', /python-error \(NameError\)/);
  });

  it('shows a recap where the earlier steps leave no room', async () => {
    const long = [recorded(1, `a = "${'x'.repeat(8000)}"`), steps[1]!];
    const seen = await run({
      lines: [action('print(1)'), action('final_answer(6)')],
      carried: long.map((step) => ({ step, runAgain: false })),
      earlier,
      settings: { maxSequenceTokens: 1200, maxReplyTokens: 300 },
    });
    assert.equal(seen.outcome.stopReason, 'final-answer');
    const [one, two] = seen.policy.requests.map(({ messages }) => messages.map((m) => m.content));
    assert.deepEqual(one, ['system', 'RECAP\n\nQuestion: second']);
    assert.equal(two?.length, 4);
  });

  it('ends when a person stops it between carried steps', async () => {
    const controller = new AbortController();
    const sandbox = new FakeSandbox(() => {
      controller.abort();
      return makeStepResult({ outcome: 'cancelled' });
    });
    const seen = await run({
      lines: [],
      carried: again,
      earlier,
      sandbox,
      signal: controller.signal,
    });
    assert.equal(seen.outcome.stopReason, 'cancelled');
    assert.equal(seen.steps.length, 1);
  });

  it('ends when the sandbox breaks under a carried step, and keeps that step', async () => {
    const sandbox = new FakeSandbox(() => {
      throw failure('sandbox', 'gone', 'It is gone.');
    });
    const seen = await run({ lines: [], carried: again, earlier, sandbox });
    assert.deepEqual([seen.outcome.stopReason, seen.steps.length], ['failure', 1]);
    assert.match(seen.steps[0]?.observation.text ?? '', /broke off. It is gone/);
  });
});
