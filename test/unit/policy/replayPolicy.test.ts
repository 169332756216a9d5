import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatMessage, PolicyRequest } from '../../../runtime/policy/policy.ts';
import { ReplayPolicy } from '../../../runtime/policy/replayPolicy.ts';
import { readRecording, type Recording } from '../../../runtime/policy/replayRecording.ts';
import { systemClock } from '../../../runtime/support/clock.ts';
import { FailureError, HumanError } from '../../../runtime/support/errors.ts';

const unheard = new AbortController().signal;

function recordingOf(...texts: string[]): Recording {
  const replies = texts.map((text) => ({
    text,
    reasoning: null,
    finishReason: 'stop' as const,
    stopString: null,
    usage: null,
    model: null,
  }));
  return { name: 'test.json', replies, pauseMilliseconds: 0 };
}

function policyOf(recording: Recording): ReplayPolicy {
  return new ReplayPolicy({
    recording,
    clock: systemClock,
    sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
  });
}

/** A conversation in which the policy has already replied the given number of times. */
function conversation(replies: number): PolicyRequest {
  const turns = Array.from({ length: replies }, (): ChatMessage[] => [
    { role: 'assistant', content: 'r' },
    { role: 'user', content: 'Observation: o' },
  ]);
  return {
    messages: [{ role: 'system', content: 's' }, { role: 'user', content: 'q' }, ...turns.flat()],
    stop: ['<end_code>'],
    maxTokens: 1,
    temperature: 0,
    topP: 1,
    seed: null,
    shape: 'free',
  };
}

describe('replay policy', () => {
  it('gives the reply that follows those of the conversation', async () => {
    const policy = policyOf(recordingOf('one', 'two', 'three'));
    const texts = [];
    for (const replies of [0, 2, 1, 0]) {
      texts.push((await policy.complete(conversation(replies), { signal: unheard })).text);
    }
    assert.deepEqual(texts, ['one', 'three', 'two', 'one']);
  });

  it('streams in pieces that split no character', async () => {
    const text = '👩‍👩‍👧 '.repeat(20);
    const seen: string[] = [];
    const reply = await policyOf(recordingOf(text)).complete(conversation(0), {
      signal: unheard,
      onText: (piece) => seen.push(piece),
    });
    assert.equal(reply.text, text);
    assert.equal(seen.join(''), text);
    assert.ok(seen.length > 5);
    assert.ok(seen.every((piece) => !/\p{Surrogate}/u.test(piece)));
  });

  it('gives the reply as it was recorded, stop strings and all', async () => {
    const reply = await policyOf(recordingOf('a<end_code>b')).complete(conversation(0), {
      signal: unheard,
    });
    assert.equal(reply.text, 'a<end_code>b');
    assert.equal(reply.finishReason, 'stop');
    assert.equal(reply.model, 'replay:test.json');
    assert.equal(reply.tokens, null);
  });

  it('says at which step the recording ends', async () => {
    await assert.rejects(
      policyOf(recordingOf('one', 'two')).complete(conversation(2), { signal: unheard }),
      (error) =>
        error instanceof FailureError &&
        error.failure.code === 'policy/replay-exhausted' &&
        error.message.startsWith('test.json holds 2 replies, and step 3 needs another one.'),
    );
  });

  it('stops in the middle of a slow reply', async () => {
    const policy = policyOf({ ...recordingOf('x'.repeat(1_000)), pauseMilliseconds: 20 });
    const stop = new AbortController();
    let streamed = '';
    const asked = policy.complete(conversation(0), {
      signal: stop.signal,
      onText: (piece) => {
        streamed += piece;
        if (streamed.length > 30) stop.abort();
      },
    });
    const reply = await asked;
    assert.equal(reply.finishReason, 'cancelled');
    assert.equal(reply.text, streamed);
    assert.ok(streamed.length > 0 && streamed.length < 1_000);
  });

  it('says nothing when the abort came first', async () => {
    const reply = await policyOf(recordingOf('one')).complete(conversation(0), {
      signal: AbortSignal.abort(),
      onText: () => assert.fail('nothing may be said'),
    });
    assert.equal(reply.finishReason, 'cancelled');
    assert.equal(reply.text, '');
  });

  it('ends replies in flight when it is disposed of', async () => {
    const policy = policyOf({ ...recordingOf('x'.repeat(1_000)), pauseMilliseconds: 20 });
    const asked = policy.complete(conversation(0), { signal: unheard });
    await policy.dispose();
    assert.equal((await asked).finishReason, 'cancelled');
  });

  it('counts tokens by estimate', async () => {
    assert.ok((await policyOf(recordingOf('x')).countTokens(conversation(3).messages)) > 10);
  });
});

describe('recordings', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'recordings-'));
  });

  after(() => rm(folder, { recursive: true, force: true }));

  async function fileOf(text: string, name = 'recording.json'): Promise<string> {
    const file = path.join(folder, name);
    await writeFile(file, text);
    return file;
  }

  it('are read from JSON written by hand', async () => {
    const file = await fileOf(
      JSON.stringify({
        note: 'written by hand',
        pauseMilliseconds: 5,
        replies: ['one', { text: 'two', finishReason: 'length' }, { text: 'three' }],
      }),
    );
    const recording = await readRecording(file);
    assert.equal(recording.name, file);
    assert.equal(recording.pauseMilliseconds, 5);
    assert.deepEqual(
      recording.replies.map(({ text, finishReason }) => [text, finishReason]),
      [
        ['one', 'stop'],
        ['two', 'length'],
        ['three', 'stop'],
      ],
    );
  });

  it('are read from a trajectory file, with torn and unknown lines passed over', async () => {
    const lines = [
      '{"version":1,"kind":"trajectory-started"}',
      stepLine('t1', 1, 'first'),
      stepLine('t1', 2, 'second', 'length'),
      stepLine('t1', 3, 'half', 'cancelled'),
      stepLine('t1', 4, 'torn').slice(0, 200),
    ];
    const recording = await readRecording(await fileOf(lines.join('\n'), 'run.trajectories.jsonl'));
    assert.deepEqual(
      recording.replies.map(({ text, finishReason, model }) => [text, finishReason, model]),
      [
        ['first', 'stop', 'recorded-model'],
        ['second', 'length', 'recorded-model'],
      ],
    );
  });

  it('are read from a file of a single step', async () => {
    const line = stepLine('t1', 1, 'print({"replies": 1})');
    const recording = await readRecording(await fileOf(line, 'one.jsonl'));
    assert.equal(recording.replies.length, 1);
  });

  it('of several trajectories are named by #ID', async () => {
    const lines = [stepLine('t1', 1, 'a'), stepLine('t2', 1, 'b'), stepLine('t2', 2, 'c')];
    const file = await fileOf(lines.join('\n'), 'several.jsonl');
    assert.equal((await readRecording(`${file}#t2`)).replies.length, 2);
    await assert.rejects(readRecording(file), /holds 2 trajectories\. Name one: .*#ID.*t1, t2/);
    await assert.rejects(readRecording(`${file}#t9`), /no such trajectory\. It holds: t1, t2/);
  });

  it('may have a # in the name of their file', async () => {
    const file = await fileOf('{"replies":["x"]}', 'odd#name.json');
    assert.equal((await readRecording(file)).replies[0]?.text, 'x');
  });

  const mistakes: [string, string, RegExp][] = [
    ['an empty file', '', /holds no recorded reply/],
    ['text that is no JSON', 'hello\nworld', /holds no recorded reply/],
    ['JSON without replies', '{"a":1}', /holds no recorded reply/],
    ['a recording without a reply', '{"replies":[]}', /the recording has no reply/],
    ['a reply of the wrong shape', '{"replies":[1]}', /no recording of replies: replies\.0/],
    ['JSON with a mistake in it', '{"replies": ["a",]}', /no recording of replies: not JSON/],
    ['an unknown finish', '{"replies":[{"text":"","finishReason":"x"}]}', /replies\.0/],
  ];
  for (const [what, text, message] of mistakes) {
    it(`cannot be ${what}`, async () => {
      const file = await fileOf(text, 'mistake.json');
      await assert.rejects(
        readRecording(file),
        (error) => error instanceof HumanError && message.test(error.message),
      );
    });
  }

  it('that are missing or a folder are told apart', async () => {
    await assert.rejects(readRecording(path.join(folder, 'none.json')), /There is no recording/);
    await assert.rejects(readRecording(path.join(folder, 'none.json#t1')), /none\.json\. Check/);
    await assert.rejects(readRecording(folder), /is a folder/);
  });
});

/** A line of a trajectory file with everything that its schema asks for. */
function stepLine(trajectoryId: string, index: number, text: string, finishReason = 'stop') {
  return JSON.stringify({
    version: 1,
    trajectoryId,
    kind: 'step-ended',
    step: {
      index,
      startedAt: '2026-01-01T00:00:00.000Z',
      reply: {
        text,
        reasoning: null,
        finishReason,
        stopString: null,
        model: 'recorded-model',
        usage: null,
        tokens: null,
        firstTokenMilliseconds: null,
        milliseconds: 1,
      },
      thought: '',
      code: null,
      faults: [],
      parsed: false,
      executed: false,
      observation: {
        kind: 'no-code',
        text: '',
        stdout: '',
        stdoutCut: 0,
        value: null,
        error: null,
        refusals: [],
        warnings: [],
        recovery: 'none',
        violations: [],
      },
      toolCalls: [],
      variables: [],
      outputFiles: [],
      shortenedObservations: [],
      sandboxMilliseconds: 0,
    },
  });
}
