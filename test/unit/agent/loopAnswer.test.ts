// Protocols whose replies give the answer: how the loop ends with one.
import assert from 'node:assert/strict';
import { runLoop, type LoopOutcome } from '../../../runtime/agent/loop.ts';
import { artistMath } from '../../../runtime/agent/protocols/artistMath.ts';
import { toolRl } from '../../../runtime/agent/protocols/toolRl.ts';
import type { Protocol } from '../../../runtime/agent/protocols/protocol.ts';
import { AgentSettings } from '../../../runtime/contract/recipe.ts';
import { Step } from '../../../runtime/contract/step.ts';
import recipe from '../../../runtime/recipes/tool-r1.json' with { type: 'json' };
import { echoSandbox, FakeSandbox, makeStepResult } from '../../fakes/fakeSandbox.ts';
import { ScriptedPolicy } from '../../fakes/scriptedPolicy.ts';
import { tickingClock } from '../../fakes/tickingClock.ts';

interface Seen {
  readonly steps: readonly Step[];
  readonly outcome: LoopOutcome;
  readonly policy: ScriptedPolicy;
}

async function run(
  protocol: Protocol,
  lines: readonly string[],
  settings: Partial<AgentSettings> = {},
  sandbox: FakeSandbox = echoSandbox(),
): Promise<Seen> {
  const policy = new ScriptedPolicy(lines);
  const steps: Step[] = [];
  const loop = runLoop(
    {
      trajectoryId: 't1',
      prompt: { system: 'system', user: 'Problem: p' },
      settings: { ...AgentSettings.parse(recipe.agent), ...settings },
      seed: 7,
      signal: new AbortController().signal,
    },
    { policy, protocol, sandbox, clock: tickingClock() },
  );
  for (;;) {
    const next = await loop.next();
    if (next.done === true) return { steps, outcome: next.value, policy };
    if (next.value.type === 'step-ended') steps.push(Step.parse(next.value.step));
  }
}

const code = (text: string) => `<think>a</think><python>${text}</python>`;
const answer = (text: string) => `<think>b</think><answer>${text}</answer>`;

describe('runLoop with answers in replies', () => {
  it('ends with the answer of a reply', async () => {
    const { steps, outcome } = await run(artistMath, [code('print(1)'), answer(' 42 ')]);
    assert.deepEqual(outcome, { stopReason: 'final-answer', finalAnswer: '42', failure: null });
    const [, last] = steps;
    assert.deepEqual(
      [last?.code, last?.parsed, last?.executed, last?.observation.kind, last?.observation.text],
      [null, true, true, 'final-answer', 'The answer was handed in.'],
    );
  });

  it('takes an answer in the last step as an answer', async () => {
    const { outcome } = await run(artistMath, [answer('42')], { maxSteps: 1 });
    assert.equal(outcome.stopReason, 'final-answer');
  });

  it('goes on after failures, and shows each as the output', async () => {
    const error = { type: 'NameError', message: 'no x', line: 1, traceback: [] };
    const sandbox = new FakeSandbox(() => makeStepResult({ outcome: 'python-error', error }));
    const replies = [...Array<string>(6).fill(code('x')), answer('1')];
    const { steps, outcome, policy } = await run(artistMath, replies, {}, sandbox);
    assert.deepEqual([steps.length, outcome.finalAnswer], [7, '1']);
    const told = policy.requests[1]?.messages.at(-1)?.content;
    assert.equal(told, '<output>\nNameError: no x (line 1)\n</output>');
  });

  it('asks again after a reply that neither acts nor answers, up to the limit of the recipe', async () => {
    const { steps, outcome } = await run(artistMath, ['Hm.', 'Hm.', 'Hm.']);
    assert.deepEqual([steps.length, outcome.stopReason, outcome.finalAnswer], [3, 'no-code', null]);
  });

  it('samples with the stop strings of the dialect', async () => {
    const { policy } = await run(artistMath, [answer('1')]);
    assert.deepEqual(policy.requests[0]?.stop, ['</python>', '</answer>']);
  });

  it('ends after one step where every reply is an answer, an empty one too', async () => {
    const reply = '<think>a</think>\n<response>Hello.</response>';
    const first = await run(toolRl, [reply, reply]);
    assert.deepEqual(
      [first.steps.length, first.outcome.finalAnswer],
      [1, '<response>Hello.</response>'],
    );
    const { outcome } = await run(toolRl, ['']);
    assert.deepEqual(outcome, { stopReason: 'final-answer', finalAnswer: '', failure: null });
  });
});
