import assert from 'node:assert/strict';
import type { Frame } from '../../../runtime/sandbox/frames.ts';
import type { CallTool } from '../../../runtime/sandbox/sandbox.ts';
import { ToolBridge } from '../../../runtime/sandbox/toolBridge.ts';
import { systemClock } from '../../../runtime/support/clock.ts';
import { never, testTools } from '../../fakes/sandboxPool.ts';
import { until } from '../../fakes/until.ts';

const frame = (value: unknown, kind = 'T'): Frame => ({
  kind,
  payload: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
});
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

function bridgeTo(callTool: CallTool) {
  const replies: unknown[] = [];
  const broken: unknown[] = [];
  const bridge = new ToolBridge({
    tools: new Map(testTools.map((tool) => [tool.name, tool])),
    maxCalls: 2,
    callTool,
    clock: systemClock,
    options: { timeoutMilliseconds: 1, maxOutputCharacters: 1, signal: never },
    reply: (answer) => replies.push(answer),
    onBroken: (error) => broken.push(error),
  });
  return { bridge, replies, broken };
}
const echo: CallTool = (_name, args) => Promise.resolve({ ok: true, value: args });

describe('the bridge to the tools', () => {
  it('answers a call and keeps its record', async () => {
    const { bridge, replies } = bridgeTo(echo);
    bridge.take(frame({ name: 'web_qa', args: { question: { $: 'tuple', v: [1] } } }));
    await settle();
    assert.deepEqual(replies, [{ value: { question: [1] } }]);
    assert.deepEqual(bridge.records[0]?.arguments, { question: { $: 'tuple', v: [1] } });
  });

  it('keeps the remarks of a tool in the record, and from the code', async () => {
    const { bridge, replies } = bridgeTo(() =>
      Promise.resolve({ ok: true, value: 'text', notes: ['a hidden sheet'] }),
    );
    bridge.take(frame({ name: 'web_qa', args: { question: 'q' } }));
    await settle();
    assert.deepEqual(bridge.records[0]?.notes, ['a hidden sheet']);
    assert.deepEqual(replies, [{ value: 'text' }]);
  });

  it('records the first final answer, and none that the tool refused', async () => {
    let ok = false;
    const { bridge } = bridgeTo(() =>
      Promise.resolve(
        ok ? { ok, value: null } : { ok: false, pythonType: 'ValueError', message: 'empty' },
      ),
    );
    bridge.take(frame({ name: 'final_answer', args: { answer: '' } }));
    await settle();
    assert.equal(bridge.finalAnswer, null);
    ok = true;
    bridge.take(frame({ name: 'final_answer', args: { answer: 5 } }));
    await settle();
    assert.deepEqual(bridge.finalAnswer, { value: 5 });
  });

  const strange = [
    '{',
    '[]',
    '{"name":"web_qa"}',
    '{"name":"none","args":{}}',
    '{"name":"web_qa","args":{"x":1}}',
  ];
  for (const text of strange) {
    it(`refuses ${text}`, async () => {
      const { bridge, replies } = bridgeTo(() => assert.fail('reached a tool'));
      bridge.take(frame(text));
      await settle();
      assert.deepEqual(bridge.violations, ['tool-frame']);
      assert.match(JSON.stringify(replies), /cannot be read/);
    });
  }

  it('interrupts a call when the step is stopped, exactly once, and every call after it', async () => {
    const signals: AbortSignal[] = [];
    const { bridge, replies } = bridgeTo((_name, _args, signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    bridge.take(frame({ name: 'web_qa', args: { question: 'a' } }));
    await settle();
    bridge.stop();
    bridge.take(frame({ name: 'web_qa', args: { question: 'b' } }));
    await settle();
    assert.deepEqual(replies, [{ interrupt: true }, { interrupt: true }]);
    assert.deepEqual(
      bridge.records.map(({ outcome, preview }) => [outcome, preview]),
      [['error', 'stopped before it answered']],
    );
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true],
    );
  });

  it('counts the time of calls that run at once only once', async () => {
    const { bridge, replies } = bridgeTo(async () => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return { ok: true, value: 1 };
    });
    const call = { name: 'web_qa', args: { question: 'a' } };
    bridge.take(frame([call, call, call], 'P'));
    await until(() => replies.length > 0);
    assert.ok(bridge.milliseconds >= 350 && bridge.milliseconds < 790, `${bridge.milliseconds}`);
    const [reply] = replies as { answers: unknown[] }[];
    assert.deepEqual(reply?.answers.slice(0, 2), [{ value: 1 }, { value: 1 }]);
    assert.match(JSON.stringify(reply.answers[2]), /may make 2 tool calls/);
  });

  it('passes on that the machinery broke', async () => {
    const error = new Error('down');
    const { bridge, replies, broken } = bridgeTo(() => Promise.reject(error));
    bridge.take(frame({ name: 'web_qa', args: { question: 'a' } }));
    await settle();
    assert.deepEqual([replies, broken], [[{ interrupt: true }], [error]]);
  });
});
