import assert from 'node:assert/strict';
import type { Reply } from '../../../runtime/contract/reply.ts';
import type { PolicyRequest } from '../../../runtime/policy/policy.ts';
import type { ReplyShape } from '../../../runtime/policy/replyShape.ts';
import { freeShape, ThoughtCodeShape } from '../../../runtime/policy/replyShape.ts';
import { sampleReply } from '../../../runtime/policy/tokenReply.ts';
import type { Clock } from '../../../runtime/support/clock.ts';
import { FailureError } from '../../../runtime/support/errors.ts';
import type { ByteEngineSettings } from '../../fakes/byteEngine.ts';
import { ByteEngine, endToken } from '../../fakes/byteEngine.ts';

const question: PolicyRequest = {
  messages: [{ role: 'user', content: 'Hi' }],
  stop: ['<end_code>', 'Observation:'],
  maxTokens: 1000,
  temperature: 0.7,
  topP: 0.9,
  seed: 5,
  shape: 'free',
};
const prompt = [...Buffer.from('user: Hi\n')];

/** Every look at the clock is one millisecond later. */
function tickingClock(): Clock {
  let now = 0;
  return { now: () => '2026-01-01T00:00:00Z', monotonic: () => (now += 1) };
}

interface Played {
  readonly reply: Reply;
  readonly engine: ByteEngine;
  readonly streamed: readonly string[];
}

async function play(
  says: string | (Omit<ByteEngineSettings, 'says'> & { says: string }),
  changes: Partial<PolicyRequest> = {},
  shape: ReplyShape = freeShape,
  signal = new AbortController().signal,
): Promise<Played> {
  const settings = typeof says === 'string' ? { says: [says] } : { ...says, says: [says.says] };
  const engine = new ByteEngine(settings);
  const streamed: string[] = [];
  const input = { engine, model: 'bytes', shape, seed: 5, clock: tickingClock() };
  const onText = (text: string): number => streamed.push(text);
  const reply = await sampleReply(input, { ...question, ...changes }, { signal, onText });
  assert.equal(engine.open, 0, 'the sampler was not closed');
  assert.equal(streamed.join(''), reply.text, 'what was streamed is not the reply');
  return { reply, engine, streamed };
}

describe('tokenReply', () => {
  it('ends where the model ends it, and keeps that token', async () => {
    const { reply } = await play('Hello\0');
    assert.equal(reply.text, 'Hello');
    assert.equal(reply.finishReason, 'stop');
    assert.equal(reply.stopString, null);
    assert.deepEqual(reply.tokens, {
      promptIds: prompt,
      completionIds: [...Buffer.from('Hello'), endToken],
      completionMask: [1, 1, 1, 1, 1, 1],
      logProbs: [-1, -2, -3, -4, -5, -6],
    });
    assert.deepEqual(reply.usage, { promptTokens: 9, completionTokens: 6 });
  });

  it('ends before a stop string that is spread over tokens, and keeps its tokens', async () => {
    const { reply } = await play('a = 1 <end_code> more');
    assert.equal(reply.text, 'a = 1 ');
    assert.equal(reply.finishReason, 'stop');
    assert.equal(reply.stopString, '<end_code>');
    assert.equal(reply.tokens?.completionIds.length, 'a = 1 <end_code>'.length);
  });

  it('gives out what only looked like a stop string', async () => {
    const { reply } = await play('a <end\0');
    assert.equal(reply.text, 'a <end');
  });

  it('streams whole characters', async () => {
    const { streamed } = await play('é😀\0');
    assert.deepEqual(streamed, ['é', '😀']);
  });

  it('ends at the limit of tokens, also in the middle of a character', async () => {
    const { reply } = await play('ab€', { maxTokens: 4 });
    assert.equal(reply.text, 'ab\uFFFD');
    assert.equal(reply.finishReason, 'length');
    assert.equal(reply.tokens?.completionIds.length, 4);
  });

  it('ends where the context ends', async () => {
    const { reply } = await play({ says: 'abcdef', contextTokens: prompt.length + 3 });
    assert.equal(reply.text, 'abc');
    assert.equal(reply.finishReason, 'length');
  });

  it('says what to do when the prompt does not fit', async () => {
    await assert.rejects(play({ says: 'x', contextTokens: prompt.length }), (error) => {
      assert.ok(error instanceof FailureError);
      assert.equal(error.failure.code, 'policy/context-overflow');
      assert.match(error.message, /The prompt has 9 tokens and bytes takes 9/);
      return true;
    });
  });

  it('keeps the text so far when it is cancelled', async () => {
    const cancel = new AbortController();
    const onDraw = (count: number): void => {
      if (count === 2) cancel.abort();
    };
    const { reply } = await play({ says: 'abcdef', onDraw }, {}, freeShape, cancel.signal);
    assert.equal(reply.text, 'abc');
    assert.equal(reply.finishReason, 'cancelled');
  });

  it('gives an empty reply when it was cancelled before it began', async () => {
    const { reply } = await play('abc', {}, freeShape, AbortSignal.abort());
    assert.equal(reply.text, '');
    assert.equal(reply.finishReason, 'cancelled');
    assert.equal(reply.firstTokenMilliseconds, null);
  });

  it('passes the sampling settings on', async () => {
    const { engine } = await play('a\0');
    assert.deepEqual(engine.samplings, [{ temperature: 0.7, topP: 0.9, seed: 5 }]);
  });

  it('evaluates the prompt and every token but the last once and in order', async () => {
    const { engine } = await play('abc\0');
    assert.deepEqual(engine.evaluated, [[...prompt, ...Buffer.from('abc')]]);
  });

  it('measures the time to the first token and to the end', async () => {
    const { reply } = await play('abc\0');
    assert.equal(reply.firstTokenMilliseconds, 1);
    assert.equal(reply.milliseconds, 2);
  });

  it('closes the sampler when the engine breaks', async () => {
    const broken = new ByteEngine({
      says: ['abc'],
      onDraw: () => {
        throw new Error('out of memory');
      },
    });
    const input = {
      engine: broken,
      model: 'bytes',
      shape: freeShape,
      seed: 1,
      clock: tickingClock(),
    };
    const { signal } = new AbortController();
    await assert.rejects(sampleReply(input, question, { signal }), /out of memory/);
    assert.equal(broken.open, 0);
  });

  describe('with the shape of thought and code', () => {
    const shape = (): ReplyShape =>
      new ThoughtCodeShape({ thoughtTokens: 30, oneLineThought: true, codeTokens: 50 });

    it('keeps given text apart from sampled text', async () => {
      const { reply, engine } = await play(' Add.\nx = 1\n```never', {}, shape());
      assert.equal(reply.text, 'Thought: Add.\nCode:\n```py\nx = 1\n```');
      assert.equal(reply.stopString, '<end_code>');
      const whole = `${reply.text}<end_code>`;
      assert.ok(reply.tokens !== null);
      const { completionIds, completionMask, logProbs } = reply.tokens;
      assert.deepEqual(completionIds, [...Buffer.from(whole)]);
      const mask = `${'0'.repeat(8)}${'1'.repeat(6)}${'0'.repeat(12)}${'1'.repeat(9)}${'0'.repeat(10)}`;
      assert.equal(completionMask.join(''), mask);
      assert.equal(logProbs?.length, whole.length);
      assert.ok(logProbs.every((value, place) => (value === 0) === (mask[place] === '0')));
      // The terminator ends the reply, so nothing follows it and it need not be evaluated.
      const evaluated = [...prompt, ...Buffer.from(reply.text.slice(0, -1))];
      assert.deepEqual(engine.evaluated, [evaluated]);
    });

    it('leaves out an end that comes too early', async () => {
      const { reply } = await play(' Add.\0x = 1\0', {}, shape());
      assert.equal(reply.text, 'Thought: Add.\nCode:\n```py\nx = 1\n```');
      assert.ok(!reply.tokens?.completionIds.includes(endToken));
    });

    it('stops at a stop string inside a thought', async () => {
      const { reply } = await play(' I see. Observation: 5\n', {}, shape());
      assert.equal(reply.text, 'Thought: I see. ');
      assert.equal(reply.stopString, 'Observation:');
    });

    it('says that the reply is cut when the limit comes first', async () => {
      const { reply } = await play(' Add.\nx = 1', { maxTokens: 30 }, shape());
      assert.equal(reply.finishReason, 'length');
    });
  });
});
