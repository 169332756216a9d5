// The policy of one rollout that is trained on. Unlike other policies it keeps the conversation, as token ids: each prompt is the
// one before, what was sampled after it, and the piece in between, so that nothing that was sampled is ever tokenised again.
import type { Reply } from '../../contract/reply.ts';
import type { Clock } from '../../support/clock.ts';
import { failure } from '../../support/errors.ts';
import type {
  ChatMessage,
  Policy,
  PolicyCapabilities,
  PolicyOptions,
  PolicyRequest,
} from '../policy.ts';
import type { TokenServer } from './tokenServer.ts';
import type { Completion } from './tokenWire.ts';
import type { TokenChat } from './tokenChat.ts';
import { turnSeed } from './turnSeed.ts';

export interface RolloutPolicyOptions {
  /** The model as the run names it. */
  readonly model: string;
  readonly server: TokenServer;
  /** Asked for when it is first needed; rollouts of one model share it. */
  readonly chat: () => Promise<TokenChat>;
  readonly clock: Clock;
  /** Ends the requests that count tokens; those that sample have a signal of their own. */
  readonly signal: AbortSignal;
}

/** A prompt that was sampled from, and what came. */
interface Turn {
  readonly messages: readonly ChatMessage[];
  readonly promptIds: readonly number[];
  readonly sampledIds: readonly number[];
  readonly text: string;
}

interface Prepared {
  readonly messages: readonly ChatMessage[];
  readonly ids: readonly number[];
}

export class RolloutPolicy implements Policy {
  readonly model: string;
  readonly capabilities: PolicyCapabilities = {
    tokens: true,
    logProbs: true,
    grammar: false,
    promptStyle: 'full',
    appendOnly: true,
  };
  readonly #options: RolloutPolicyOptions;
  readonly #turns: Turn[] = [];
  /** The prompt that was counted last, which as a rule is sampled from next. */
  #prepared: Prepared | null = null;
  #contextTokens: number | null = null;

  constructor(options: RolloutPolicyOptions) {
    this.#options = options;
    this.model = options.model;
  }

  /** Null until tokens were counted, and where the server does not say. */
  get contextTokens(): number | null {
    return this.#contextTokens;
  }

  async complete(request: PolicyRequest, { signal, onText }: PolicyOptions): Promise<Reply> {
    const { server, clock } = this.#options;
    const started = clock.monotonic();
    const { endOfTurn } = await this.#options.chat();
    const promptIds = await this.#prompt(request.messages, signal);
    const completion = await server.complete(
      {
        promptIds,
        maxTokens: request.maxTokens,
        temperature: request.temperature,
        stop: request.stop,
        stopTokenIds: endOfTurn === null ? [] : [endOfTurn],
        seed: turnSeed(request.seed ?? 0, this.#turns.length),
      },
      signal,
    );
    const { ids: sampledIds, text } = completion;
    this.#turns.push({ messages: request.messages, promptIds, sampledIds, text });
    onText?.(text, 'reply');
    return replyOf(completion, promptIds, this.model, clock.monotonic() - started);
  }

  async countTokens(messages: readonly ChatMessage[]): Promise<number> {
    return (await this.#prompt(messages, this.#options.signal)).length;
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }

  async #prompt(messages: readonly ChatMessage[], signal: AbortSignal): Promise<readonly number[]> {
    const prepared = this.#prepared;
    if (prepared !== null && sameMessages(prepared.messages, messages)) return prepared.ids;
    const last = this.#turns.at(-1);
    const ids =
      last === undefined
        ? await this.#firstPrompt(messages, signal)
        : await this.#nextPrompt(last, messages, signal);
    this.#prepared = { messages, ids };
    return ids;
  }

  async #firstPrompt(
    messages: readonly ChatMessage[],
    signal: AbortSignal,
  ): Promise<readonly number[]> {
    const chat = await this.#options.chat();
    const { ids, contextTokens } = await chat.tokenize(messages, signal);
    this.#contextTokens = contextTokens;
    return ids;
  }

  async #nextPrompt(
    { messages: before, promptIds, sampledIds, text }: Turn,
    messages: readonly ChatMessage[],
    signal: AbortSignal,
  ): Promise<readonly number[]> {
    const [reply, told, ...more] = messages.slice(before.length);
    const goesOn =
      sameMessages(before, messages.slice(0, before.length)) &&
      reply?.role === 'assistant' &&
      reply.content.startsWith(text) &&
      told?.role === 'user' &&
      more.length === 0;
    if (!goesOn) throw prefixBroken();
    const chat = await this.#options.chat();
    const piece = await chat.piece(sampledIds, told.content, signal);
    return [...promptIds, ...sampledIds, ...piece];
  }
}

function replyOf(
  { text, ids, logProbs, finishReason, stopString }: Completion,
  promptIds: readonly number[],
  model: string,
  milliseconds: number,
): Reply {
  return {
    text,
    reasoning: null,
    finishReason,
    stopString,
    model,
    usage: { promptTokens: promptIds.length, completionTokens: ids.length },
    tokens: {
      promptIds: [...promptIds],
      completionIds: [...ids],
      completionMask: ids.map(() => 1 as const),
      logProbs: [...logProbs],
    },
    firstTokenMilliseconds: null,
    milliseconds,
  };
}

function sameMessages(a: readonly ChatMessage[], b: readonly ChatMessage[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ role, content }, place) => b[place]?.role === role && b[place].content === content)
  );
}

function prefixBroken(): Error {
  return failure(
    'policy',
    'prefix-broken',
    'The next prompt does not go on from what was sampled, so its tokens cannot be trained on. This is a fault of the protocol: its turns must stay as they were told.',
  );
}
