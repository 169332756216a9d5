import assert from 'node:assert/strict';
import {
  runLoop,
  type LoopEvent,
  type LoopOutcome,
  type LoopServices,
} from '../../../runtime/agent/loop.ts';
import { toolR1 } from '../../../runtime/agent/protocols/toolR1.ts';
import { RunEvent } from '../../../runtime/contract/events.ts';
import { AgentSettings } from '../../../runtime/contract/recipe.ts';
import type { Step } from '../../../runtime/contract/step.ts';
import recipe from '../../../runtime/recipes/tool-r1.json' with { type: 'json' };
import { failure } from '../../../runtime/support/errors.ts';
import { answered, echoSandbox, FakeSandbox, makeStepResult } from '../../fakes/fakeSandbox.ts';
import {
  action,
  ScriptedPolicy,
  scriptedReply,
  type Line,
  type ScriptedPolicyOptions,
} from '../../fakes/scriptedPolicy.ts';
import { tickingClock } from '../../fakes/tickingClock.ts';

interface Given {
  readonly lines: readonly Line[];
  readonly sandbox?: FakeSandbox;
  readonly settings?: Partial<AgentSettings>;
  readonly policyOptions?: ScriptedPolicyOptions;
  readonly signal?: AbortSignal;
  /** Called with every event, before the next one is asked for. */
  readonly onEvent?: (event: LoopEvent) => void;
}

interface Seen {
  readonly events: readonly LoopEvent[];
  readonly outcome: LoopOutcome;
  readonly steps: readonly Step[];
  readonly policy: ScriptedPolicy;
  readonly sandbox: FakeSandbox;
}

async function run(given: Given): Promise<Seen> {
  const policy = new ScriptedPolicy(given.lines, given.policyOptions);
  const sandbox = given.sandbox ?? echoSandbox();
  const services: LoopServices = { policy, protocol: toolR1, sandbox, clock: tickingClock() };
  const input = {
    trajectoryId: 't1',
    prompt: { system: 'system', user: 'Question: q' },
    settings: { ...AgentSettings.parse(recipe.agent), ...given.settings },
    seed: 7,
    signal: given.signal ?? new AbortController().signal,
  };
  const events: LoopEvent[] = [];
  const loop = runLoop(input, services);
  for (;;) {
    const next = await loop.next();
    if (next.done === true) {
      const steps = events.flatMap((event) => (event.type === 'step-ended' ? [event.step] : []));
      return { events, outcome: next.value, steps, policy, sandbox };
    }
    RunEvent.parse(next.value);
    events.push(next.value);
    given.onEvent?.(next.value);
  }
}

function kinds(steps: readonly Step[]): readonly string[] {
  return steps.map((step) => step.observation.kind);
}

describe('runLoop', () => {
  it('goes from thought to answer and yields what happens in order', async () => {
    const { events, outcome, steps } = await run({
      lines: [action('print(1)', 'Look.'), action('final_answer(42)', 'Answer.')],
    });
    assert.deepEqual(outcome, { stopReason: 'final-answer', finalAnswer: '42', failure: null });
    const order = events
      .filter((event) => event.type !== 'text-sampled')
      .map((event) => event.type);
    const each = ['step-started', 'reply-parsed', 'step-ended'];
    assert.deepEqual(order, [...each, ...each]);
    assert.deepEqual(kinds(steps), ['executed', 'final-answer']);
    assert.deepEqual(
      steps.map(({ index, thought, code, parsed, executed }) => [
        index,
        thought,
        code,
        parsed,
        executed,
      ]),
      [
        [1, 'Look.', 'print(1)', true, true],
        [2, 'Answer.', 'final_answer(42)', true, true],
      ],
    );
  });

  it('streams the text as it is sampled', async () => {
    const reply = action('final_answer(1)');
    const { events } = await run({ lines: [reply] });
    const texts = events.flatMap((event) => (event.type === 'text-sampled' ? [event.text] : []));
    assert.ok(texts.length > 3);
    assert.equal(texts.join(''), reply);
    assert.equal(events[0]?.type, 'step-started');
  });

  it('asks with the settings of the recipe and tells replies and observations', async () => {
    const { policy } = await run({ lines: [action('print(1)'), action('final_answer(1)')] });
    const [first, second] = policy.requests;
    assert.deepEqual(first?.stop, ['<end_code>', 'Observation:']);
    assert.equal(first.temperature, recipe.agent.temperature);
    assert.equal(first.topP, recipe.agent.topP);
    assert.equal(first.maxTokens, recipe.agent.maxReplyTokens);
    assert.equal(first.seed, 7);
    assert.equal(first.shape, 'thought-code');
    assert.deepEqual(second?.messages, [
      { role: 'system', content: 'system' },
      { role: 'user', content: 'Question: q' },
      { role: 'assistant', content: action('print(1)') },
      { role: 'user', content: 'Observation:\nprint(1)' },
    ]);
  });

  it('stops at the step limit without an answer', async () => {
    const lines = Array.from({ length: 5 }, () => action('print(1)'));
    const { outcome, steps, policy } = await run({ lines, settings: { maxSteps: 3 } });
    assert.deepEqual(outcome, { stopReason: 'max-steps', finalAnswer: null, failure: null });
    assert.equal(steps.length, 3);
    assert.equal(policy.requests.length, 3);
  });

  it('takes an answer in the last step that is allowed', async () => {
    const lines = [action('print(1)'), action('final_answer("x")')];
    const { outcome } = await run({ lines, settings: { maxSteps: 2 } });
    assert.deepEqual([outcome.stopReason, outcome.finalAnswer], ['final-answer', 'x']);
  });

  it('tells what is missing after a reply without code, and ends after so many in a row', async () => {
    const { outcome, steps, policy, sandbox } = await run({
      lines: ['I think it is 4.', action('print(1)'), 'hm', '', 'Final answer: 4'],
      settings: { maxUnparsedReplies: 3 },
    });
    assert.equal(outcome.stopReason, 'no-code');
    assert.deepEqual(kinds(steps), ['no-code', 'executed', 'no-code', 'no-code', 'no-code']);
    assert.equal(steps.filter((step) => step.parsed).length, 1);
    assert.deepEqual(sandbox.codes, ['print(1)']);
    assert.match(policy.requests[1]?.messages.at(-1)?.content ?? '', /Nothing was run\..*```py/s);
  });

  it('does not run code that the token limit cut', async () => {
    const cut = { text: 'Thought: a\nCode:\n```py\nx = 1\n', finishReason: 'length' } as const;
    const { steps, sandbox } = await run({ lines: [cut, action('final_answer(1)')] });
    assert.deepEqual(kinds(steps), ['no-code', 'final-answer']);
    assert.deepEqual(sandbox.codes, ['final_answer(1)']);
    assert.deepEqual(
      steps[0]?.faults.map((fault) => fault.kind),
      ['truncated-reply'],
    );
  });

  describe('counts what ran', () => {
    const cases: readonly (readonly [
      string,
      Parameters<typeof makeStepResult>[0],
      boolean,
      boolean,
    ])[] = [
      ['an exception', { outcome: 'python-error' }, true, false],
      ['a syntax error', { outcome: 'syntax-error' }, false, false],
      ['a refusal', { outcome: 'refused' }, true, false],
      ['a timeout', { outcome: 'timeout', recovery: 'interrupted' }, true, false],
      ['a rolled back step', { outcome: 'aborted', recovery: 'rolled-back' }, true, false],
      ['a clean step', {}, true, true],
      ['a step that tried to leave the sandbox', { violations: ['env.system'] }, true, false],
    ];
    for (const [name, result, parsed, executed] of cases) {
      it(name, async () => {
        const sandbox = new FakeSandbox((code) =>
          code.startsWith('final') ? answered(1) : makeStepResult(result),
        );
        const { steps } = await run({ lines: [action('x'), action('final_answer(1)')], sandbox });
        assert.deepEqual([steps[0]?.parsed, steps[0]?.executed], [parsed, executed]);
      });
    }
  });

  it('passes tool calls on while the code runs', async () => {
    const call = { index: 0, name: 'web_qa', arguments: { question: 'q' } };
    const answer = { ...call, outcome: 'ok', preview: 'a', milliseconds: 5 } as const;
    const sandbox = new FakeSandbox(async (_code, options) => {
      options.onToolCalled?.(call);
      await new Promise((resolve) => setTimeout(resolve, 5));
      options.onToolAnswered?.(answer);
      return { ...answered(1), toolCalls: [answer] };
    });
    const { events, steps } = await run({ lines: [action('final_answer(web_qa("q"))')], sandbox });
    const tools = events.filter((event) => event.type.startsWith('tool-'));
    assert.deepEqual(
      tools.map((event) => event.type),
      ['tool-called', 'tool-answered'],
    );
    assert.deepEqual(steps[0]?.toolCalls, [answer]);
  });

  it('hands the time limit and nine tenths of the observation to the sandbox', async () => {
    let seen: { readonly timeout: number; readonly output: number } | null = null;
    const sandbox = new FakeSandbox((_code, options) => {
      seen = { timeout: options.timeoutMilliseconds, output: options.maxOutputCharacters };
      return answered(1);
    });
    const settings = { stepTimeoutMilliseconds: 1234, maxObservationCharacters: 1000 };
    await run({ lines: [action('f()')], sandbox, settings });
    assert.deepEqual(seen, { timeout: 1234, output: 900 });
  });

  describe('when a person stops it', () => {
    it('does not wait for a policy that does not heed it, and keeps what was said', async () => {
      const controller = new AbortController();
      const started = performance.now();
      const { outcome, steps } = await run({
        lines: [
          (_request, { onText }) => {
            onText?.('Thought: I', 'reply');
            setTimeout(() => onText?.(' am late', 'reply'), 100);
            return new Promise(() => undefined);
          },
        ],
        signal: controller.signal,
        onEvent: (event) => event.type === 'text-sampled' && controller.abort(),
      });
      assert.equal(outcome.stopReason, 'cancelled');
      assert.match(steps[0]?.reply.text ?? '', /^Thought: I/);
      assert.ok(performance.now() - started < 3000);
    });

    it('before anything was sampled, no step is made up', async () => {
      const { outcome, steps, policy } = await run({ lines: [], signal: AbortSignal.abort() });
      assert.equal(outcome.stopReason, 'cancelled');
      assert.equal(steps.length, 0);
      assert.equal(policy.requests.length, 0);
    });

    it('in the middle of a reply, the text so far is kept and does not run', async () => {
      const person = new AbortController();
      const line: Line = async (_request, options) => {
        options.onText?.('Thought: I will', 'reply');
        await new Promise((resolve) => options.signal.addEventListener('abort', resolve));
        throw options.signal.reason;
      };
      const { outcome, steps, sandbox } = await run({
        lines: [line],
        signal: person.signal,
        onEvent: (event) => event.type === 'text-sampled' && person.abort(),
      });
      assert.equal(outcome.stopReason, 'cancelled');
      assert.equal(outcome.failure, null);
      assert.deepEqual(kinds(steps), ['cancelled']);
      assert.equal(steps[0]?.reply.text, 'Thought: I will');
      assert.equal(steps[0].reply.finishReason, 'cancelled');
      assert.equal(steps[0].thought, 'I will');
      assert.deepEqual(sandbox.codes, []);
    });

    it('a policy that gives back what it has is understood too', async () => {
      const person = new AbortController();
      const line: Line = () => {
        person.abort();
        return Promise.resolve(
          scriptedReply({ text: action('print(1)'), finishReason: 'cancelled' }),
        );
      };
      const { steps, sandbox } = await run({ lines: [line], signal: person.signal });
      assert.deepEqual(kinds(steps), ['cancelled']);
      assert.equal(steps[0]?.code, 'print(1)');
      assert.deepEqual([steps[0].parsed, steps[0].executed], [false, false]);
      assert.deepEqual(sandbox.codes, []);
    });

    it('while code runs, the step keeps what it did', async () => {
      const person = new AbortController();
      const sandbox = new FakeSandbox(async (_code, { signal }) => {
        setTimeout(() => person.abort(), 5);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return makeStepResult({ outcome: 'cancelled', stdout: 'half\n', recovery: 'interrupted' });
      });
      const { outcome, steps } = await run({
        lines: [action('f()')],
        sandbox,
        signal: person.signal,
      });
      assert.equal(outcome.stopReason, 'cancelled');
      assert.deepEqual(kinds(steps), ['cancelled']);
      assert.equal(steps[0]?.observation.stdout, 'half\n');
    });

    it('between two steps, the next one does not begin', async () => {
      const person = new AbortController();
      const { outcome, steps, policy } = await run({
        lines: [action('print(1)'), action('final_answer(1)')],
        signal: person.signal,
        onEvent: (event) => event.type === 'step-ended' && person.abort(),
      });
      assert.equal(outcome.stopReason, 'cancelled');
      assert.equal(steps.length, 1);
      assert.equal(policy.requests.length, 1);
    });
  });

  describe('when machinery breaks', () => {
    const broken = failure('policy', 'wrong-key', 'The key is wrong.');

    it('ends with the failure of the policy', async () => {
      const { outcome, steps } = await run({ lines: [action('print(1)'), broken] });
      assert.equal(outcome.stopReason, 'failure');
      assert.deepEqual(outcome.failure, broken.failure);
      assert.deepEqual(kinds(steps), ['executed']);
    });

    it('keeps the text that a policy gave before it broke', async () => {
      const line: Line = (_request, options) => {
        options.onText?.('Thought: so', 'reply');
        return Promise.reject(broken);
      };
      const { outcome, steps } = await run({ lines: [line] });
      assert.equal(outcome.stopReason, 'failure');
      assert.deepEqual(kinds(steps), ['aborted']);
      assert.equal(steps[0]?.reply.text, 'Thought: so');
      assert.match(steps[0].observation.text, /The key is wrong\./);
    });

    it('names the boundary of an error that nobody foresaw', async () => {
      const { outcome } = await run({ lines: [new TypeError('x is not a function')] });
      assert.deepEqual(outcome.failure, {
        code: 'policy/unexpected',
        boundary: 'policy',
        message: 'x is not a function',
      });
    });

    it('keeps the step whose sandbox broke', async () => {
      const sandbox = new FakeSandbox(() =>
        Promise.reject(failure('sandbox', 'gone', 'The sandbox process ended.')),
      );
      const { outcome, steps } = await run({ lines: [action('f()')], sandbox });
      assert.equal(outcome.failure?.code, 'sandbox/gone');
      assert.deepEqual(kinds(steps), ['aborted']);
      assert.equal(steps[0]?.code, 'f()');
    });

    it('calls a context that overflows past the first step full', async () => {
      const overflow = failure('policy', 'context-overflow', 'Too long.');
      const late = await run({ lines: [action('print(1)'), overflow] });
      assert.equal(late.outcome.stopReason, 'context-full');
      const early = await run({ lines: [overflow] });
      assert.equal(early.outcome.failure?.code, 'policy/context-overflow');
    });
  });

  describe('within a small context', () => {
    const long = 'y'.repeat(6000);

    it('shortens old observations first and says which', async () => {
      const sandbox = new FakeSandbox((code) =>
        code.startsWith('final') ? answered(1) : makeStepResult({ stdout: long }),
      );
      const { steps, policy } = await run({
        lines: [action('a()'), action('b()'), action('final_answer(1)')],
        sandbox,
        settings: { maxSequenceTokens: 2800, maxReplyTokens: 500 },
      });
      assert.deepEqual(
        steps.map((step) => step.shortenedObservations),
        [[], [], [1]],
      );
      const messages = policy.requests[2]?.messages ?? [];
      assert.match(messages[3]?.content ?? '', /\[shortened: \d+ of 6000 characters shown\]/);
      assert.equal(messages[5]?.content, `Observation:\n${long}`);
      assert.equal(steps[0]?.observation.text, long);
    });

    it('cuts the newest observation to what fits, in the record too', async () => {
      const sandbox = new FakeSandbox((code) =>
        code.startsWith('final') ? answered(1) : makeStepResult({ stdout: long }),
      );
      const { steps, policy } = await run({
        lines: [action('a()'), action('final_answer(1)')],
        sandbox,
        settings: { maxSequenceTokens: 1200, maxReplyTokens: 300 },
      });
      const told = policy.requests[1]?.messages.at(-1)?.content ?? '';
      assert.match(told, /\[shortened: \d+ of 6000 characters shown\]/);
      assert.equal(told, `Observation:\n${steps[0]?.observation.text ?? ''}`);
      assert.equal(steps[0]?.observation.stdout, long);
      assert.ok((await policy.countTokens(policy.requests[1]?.messages ?? [])) <= 900);
    });

    it('ends when nothing fits any more', async () => {
      const lines = Array.from({ length: 9 }, () => action(`print("${'z'.repeat(600)}")`));
      const { outcome, steps } = await run({
        lines,
        settings: { maxSequenceTokens: 900, maxReplyTokens: 200 },
      });
      assert.equal(outcome.stopReason, 'context-full');
      assert.ok(steps.length >= 2 && steps.length < 9);
    });

    it('counts the smaller of the two limits, and says what to do when the prompt alone is too long', async () => {
      const { outcome, steps } = await run({
        lines: [action('print(1)')],
        policyOptions: { contextTokens: 20 },
      });
      assert.equal(outcome.stopReason, 'failure');
      assert.equal(outcome.failure?.code, 'policy/prompt-too-long');
      assert.match(outcome.failure.message, /no room for a reply in 20 tokens.*Choose fewer files/);
      assert.equal(steps.length, 0);
    });
  });

  it('stops what is in flight when its consumer leaves', async () => {
    const seen: AbortSignal[] = [];
    const line: Line = (_request, { signal, onText }) => {
      seen.push(signal);
      onText?.('Thought', 'reply');
      return new Promise(() => undefined);
    };
    const services: LoopServices = {
      policy: new ScriptedPolicy([line]),
      protocol: toolR1,
      sandbox: echoSandbox(),
      clock: tickingClock(),
    };
    const loop = runLoop(
      {
        trajectoryId: 't1',
        prompt: { system: 's', user: 'u' },
        settings: AgentSettings.parse(recipe.agent),
        seed: 1,
        signal: new AbortController().signal,
      },
      services,
    );
    for await (const event of loop) if (event.type === 'text-sampled') break;
    assert.equal(seen[0]?.aborted, true);
  });
});
