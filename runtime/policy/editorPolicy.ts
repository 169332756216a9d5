// A language model of the editor as a policy. The editor takes neither stop strings nor sampling settings, so the text is
// cut here, and the call is ended as soon as it has said enough.
import type { Reply } from '../contract/reply.ts';
import type { EditorMessage } from '../contract/requests.ts';
import type { Clock } from '../support/clock.ts';
import type { EditorModels, EditorReply } from './editorModels.ts';
import type {
  ChatMessage,
  Policy,
  PolicyCapabilities,
  PolicyOptions,
  PolicyRequest,
} from './policy.ts';
import { StopCutter } from './stopStrings.ts';
import { TokenEstimate } from './tokenEstimate.ts';

export interface EditorPolicyOptions {
  /** The part of the name after `editor:`. */
  readonly id: string;
  readonly models: EditorModels;
  readonly clock: Clock;
}

/** Characters per token at which a reply counts as longer than was asked for. */
const charactersPerToken = 6;

export class EditorPolicy implements Policy {
  readonly model: string;
  readonly capabilities: PolicyCapabilities = {
    tokens: false,
    logProbs: false,
    grammar: false,
    promptStyle: 'full',
  };
  readonly contextTokens = null;
  readonly #options: EditorPolicyOptions;
  readonly #estimate = new TokenEstimate();
  readonly #disposed = new AbortController();

  constructor(options: EditorPolicyOptions) {
    this.#options = options;
    this.model = `editor:${options.id}`;
  }

  async complete(request: PolicyRequest, options: PolicyOptions): Promise<Reply> {
    const { id, models, clock } = this.#options;
    const hearing = new Hearing(request, options.onText, clock);
    const stopped = AbortSignal.any([options.signal, this.#disposed.signal]);
    const signal = AbortSignal.any([stopped, hearing.enough]);
    let whole: EditorReply | null = null;
    try {
      const onText = (text: string) => hearing.hear(text);
      const messages = editorMessages(request.messages);
      whole = await models.sample({ model: id, messages }, { signal, onText });
      hearing.catchUp(whole.text);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    const reply = hearing.reply(id, whole, stopped.aborted);
    if (reply.usage !== null) this.#estimate.learn(request.messages, reply.usage.promptTokens);
    return reply;
  }

  countTokens(messages: readonly ChatMessage[]): Promise<number> {
    return Promise.resolve(this.#estimate.count(messages));
  }

  /** Ends replies in flight as cancelled. */
  dispose(): Promise<void> {
    this.#disposed.abort();
    return Promise.resolve();
  }
}

/** What has been said of one reply, up to its stop string or its length. */
class Hearing {
  readonly #cutter: StopCutter;
  readonly #onText: PolicyOptions['onText'];
  readonly #clock: Clock;
  readonly #maxCharacters: number;
  readonly #enough = new AbortController();
  readonly #started: number;
  #firstToken: number | null = null;
  #heard = 0;
  #text = '';
  #stopString: string | null = null;
  #isTooLong = false;

  constructor({ stop, maxTokens }: PolicyRequest, onText: PolicyOptions['onText'], clock: Clock) {
    this.#cutter = new StopCutter(stop);
    this.#onText = onText;
    this.#clock = clock;
    this.#maxCharacters = maxTokens * charactersPerToken;
    this.#started = clock.monotonic();
  }

  /** Fires when nothing more is needed. */
  get enough(): AbortSignal {
    return this.#enough.signal;
  }

  hear(piece: string): void {
    this.#heard += piece.length;
    if (this.#enough.signal.aborted) return;
    this.#firstToken ??= this.#clock.monotonic() - this.#started;
    const { text, stopped } = this.#cutter.push(piece);
    this.#say(text);
    this.#stopString = stopped;
    this.#isTooLong = this.#text.length >= this.#maxCharacters;
    if (stopped !== null || this.#isTooLong) this.#enough.abort();
  }

  /** Takes what of the whole reply did not come in pieces. */
  catchUp(whole: string): void {
    if (whole.length > this.#heard) this.hear(whole.slice(this.#heard));
  }

  reply(model: string, whole: EditorReply | null, isCancelled: boolean): Reply {
    if (this.#stopString === null && !this.#isTooLong) this.#say(this.#cutter.end());
    const cancelled = isCancelled && !this.#enough.signal.aborted;
    return {
      text: this.#text,
      reasoning: null,
      finishReason: cancelled ? 'cancelled' : this.#isTooLong ? 'length' : 'stop',
      stopString: this.#stopString,
      model,
      usage: usageOf(whole),
      tokens: null,
      firstTokenMilliseconds: this.#firstToken,
      milliseconds: this.#clock.monotonic() - this.#started,
    };
  }

  #say(text: string): void {
    if (text === '') return;
    this.#text += text;
    this.#onText?.(text, 'reply');
  }
}

function usageOf(whole: EditorReply | null): Reply['usage'] {
  if (whole === null || whole.promptTokens === null || whole.completionTokens === null) return null;
  return { promptTokens: whole.promptTokens, completionTokens: whole.completionTokens };
}

/** Editors know no system message, so it comes first in what the user says. */
function editorMessages(messages: readonly ChatMessage[]): EditorMessage[] {
  const told: EditorMessage[] = [];
  for (const { role, content } of messages) {
    const speaker = role === 'assistant' ? 'assistant' : 'user';
    const last = told.at(-1);
    if (last?.role === speaker) last.text += `\n\n${content}`;
    else told.push({ role: speaker, text: content });
  }
  return told;
}
