// The embedded model beside its engine's own loop: time to the first token, cold and in a later step, and tokens a second with
// everything that a trajectory records (token ids, log-probabilities, stop strings, whole characters).
import { getLlama, type LlamaContextSequence, type LlamaModel, type Token } from 'node-llama-cpp';
import type { Reply } from '../../runtime/contract/reply.ts';
import { openLocalPolicy } from '../../runtime/policy/localPolicy.ts';
import type { ChatMessage, Policy } from '../../runtime/policy/policy.ts';
import { systemClock } from '../../runtime/support/clock.ts';
import { embeddedModelFile } from '../fakes/embeddedModelFile.ts';
import { median } from './measure.ts';
import type { BenchRow } from './row.ts';

const rounds = 3;
const replyTokens = 48;
const sampling = { temperature: 0.6, topP: 1 };
const maxThreads = 1;
const { signal } = new AbortController();

/** What one round of either contender took. */
interface Round {
  readonly loadMilliseconds: number;
  readonly coldMilliseconds: number;
  readonly laterMilliseconds: number;
  readonly tokensPerSecond: number;
}

/** The bare engine, used as its documentation shows. */
interface Bare {
  readonly model: LlamaModel;
  readonly sequence: LlamaContextSequence;
  dispose(): Promise<void>;
}

export async function embeddedModelRows(): Promise<readonly BenchRow[]> {
  const file = await embeddedModelFile();
  const ours: Round[] = [];
  const engines: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    engines.push(await engineRound(file, round));
    ours.push(await policyRound(file, round));
  }
  const of = (from: readonly Round[], key: keyof Round): number =>
    median(from.map((measured) => measured[key]));
  const slower = (name: string, key: keyof Round): BenchRow =>
    row(name, 'ms', of(ours, key), of(engines, key), (ratio) => ratio <= 1.1);
  return [
    slower('embedded model: load', 'loadMilliseconds'),
    slower('embedded model: first token, cold', 'coldMilliseconds'),
    slower('embedded model: first token, next step', 'laterMilliseconds'),
    row(
      'embedded model: decoding, with log-probabilities',
      'tokens/s',
      of(ours, 'tokensPerSecond'),
      of(engines, 'tokensPerSecond'),
      (ratio) => ratio >= 0.9,
    ),
  ];
}

function row(
  name: string,
  unit: string,
  value: number,
  baseline: number,
  reached: (ratio: number) => boolean,
): BenchRow {
  return {
    name,
    value,
    unit,
    baseline: { name: 'bare engine', value: baseline },
    aim: { text: 'within 10 %', reached: reached(value / baseline) },
  };
}

async function policyRound(file: string, round: number): Promise<Round> {
  const started = performance.now();
  const policy = await openLocalPolicy(
    {
      store: { ensure: () => Promise.resolve(file) },
      maxThreads,
      clock: systemClock,
      newSeed: () => 1,
    },
    { signal, onProgress: () => undefined },
  );
  const loadMilliseconds = performance.now() - started;
  const ask = (messages: readonly ChatMessage[]): Promise<Reply> =>
    replyOf(policy, messages, round);
  const cold = await ask(firstStep);
  const later = await ask(secondStep);
  await policy.dispose();
  const coldMilliseconds = cold.firstTokenMilliseconds ?? Number.NaN;
  return {
    loadMilliseconds,
    coldMilliseconds,
    laterMilliseconds: later.firstTokenMilliseconds ?? Number.NaN,
    tokensPerSecond: rate(cold.usage?.completionTokens ?? 0, cold.milliseconds - coldMilliseconds),
  };
}

function replyOf(policy: Policy, messages: readonly ChatMessage[], seed: number): Promise<Reply> {
  const request = { ...sampling, messages, stop: ['<end_code>'], maxTokens: replyTokens, seed };
  return policy.complete({ ...request, shape: 'free' }, { signal });
}

async function engineRound(file: string, round: number): Promise<Round> {
  const started = performance.now();
  const bare = await openBare(file);
  const loadMilliseconds = performance.now() - started;
  const cold = await decode(bare, tokensOf(bare.model, firstStep), round);
  const later = await decode(bare, tokensOf(bare.model, secondStep), round);
  await bare.dispose();
  return {
    loadMilliseconds,
    coldMilliseconds: cold.firstMilliseconds,
    laterMilliseconds: later.firstMilliseconds,
    tokensPerSecond: cold.tokensPerSecond,
  };
}

async function openBare(file: string): Promise<Bare> {
  const llama = await getLlama({ build: 'never', gpu: false, maxThreads, progressLogs: false });
  const model = await llama.loadModel({ modelPath: file });
  const context = await model.createContext({ contextSize: 8192 });
  return { model, sequence: context.getSequence(), dispose: () => llama.dispose() };
}

/** The engine's own loop, with its own reuse of what it evaluated before. */
async function decode(
  { sequence }: Bare,
  prompt: readonly Token[],
  seed: number,
): Promise<{ firstMilliseconds: number; tokensPerSecond: number }> {
  const started = performance.now();
  await sequence.adaptStateToTokens(prompt.slice(0, -1), false);
  const rest = prompt.slice(sequence.nextTokenIndex);
  let first = 0;
  let count = 0;
  for await (const token of sequence.evaluate(rest, { ...sampling, topK: 40, seed })) {
    if (count === 0) first = performance.now();
    count += 1;
    if (count === replyTokens || token < 0) break;
  }
  const tokensPerSecond = rate(count, performance.now() - first);
  return { firstMilliseconds: first - started, tokensPerSecond };
}

/** The first token came at the start of the time. */
function rate(tokens: number, milliseconds: number): number {
  return ((tokens - 1) / milliseconds) * 1000;
}

/** ChatML, as the model's template writes it. */
function tokensOf(model: LlamaModel, messages: readonly ChatMessage[]): readonly Token[] {
  const turns = messages.map(({ role, content }) => `<|im_start|>${role}\n${content}<|im_end|>\n`);
  return model.tokenize(`${turns.join('')}<|im_start|>assistant\n`, true);
}

const firstStep: readonly ChatMessage[] = [
  { role: 'system', content: 'You tell stories. '.repeat(60) },
  {
    role: 'user',
    content: 'Write a long story about a dog that sails to the moon, in many chapters.',
  },
];
const secondStep: readonly ChatMessage[] = [
  ...firstStep,
  { role: 'assistant', content: 'Once upon a time a dog found a boat.' },
  { role: 'user', content: 'Go on.' },
];
