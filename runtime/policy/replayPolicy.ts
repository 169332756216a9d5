// A policy that says again what was recorded: for demonstrations without a model, for tests, and for looking at a rollout
// a second time. Replies come as they were recorded; sampling settings and stop strings change nothing.
import type { Reply } from '../contract/reply.ts';
import type { Clock } from '../support/clock.ts';
import { failure } from '../support/errors.ts';
import type { Sleep } from '../support/backOff.ts';
import type {
  ChatMessage,
  Policy,
  PolicyCapabilities,
  PolicyOptions,
  PolicyRequest,
} from './policy.ts';
import type { RecordedReply, Recording } from './replayRecording.ts';
import { TokenEstimate } from './tokenEstimate.ts';

/** Characters of one streamed piece, about those of a few tokens. */
const pieceCharacters = 12;

export interface ReplayPolicyOptions {
  readonly recording: Recording;
  readonly clock: Clock;
  readonly sleep: Sleep;
}

export class ReplayPolicy implements Policy {
  readonly model: string;
  readonly capabilities: PolicyCapabilities = {
    tokens: false,
    logProbs: false,
    grammar: false,
    promptStyle: 'full',
  };
  readonly contextTokens = null;
  readonly #options: ReplayPolicyOptions;
  readonly #estimate = new TokenEstimate();
  readonly #disposed = new AbortController();

  constructor(options: ReplayPolicyOptions) {
    this.#options = options;
    this.model = `replay:${options.recording.name}`;
  }

  /**
   * The reply that follows the replies in the conversation: the first to a conversation without any, and so on. So one
   * recording can serve several rollouts at once.
   * @throws FailureError `policy/replay-exhausted` when the recording has no further reply
   */
  async complete(request: PolicyRequest, options: PolicyOptions): Promise<Reply> {
    const { recording, clock } = this.#options;
    const startedAt = clock.monotonic();
    const given = request.messages.filter((message) => message.role === 'assistant').length;
    const recorded = recording.replies[given];
    if (recorded === undefined) throw exhausted(recording, given + 1);
    const signal = AbortSignal.any([options.signal, this.#disposed.signal]);
    const said = await this.#say(recorded, signal, options);
    const cancelled = said.length < recorded.text.length;
    return {
      text: said,
      reasoning: recorded.reasoning,
      finishReason: cancelled ? 'cancelled' : recorded.finishReason,
      stopString: cancelled ? null : recorded.stopString,
      model: recorded.model ?? this.model,
      usage: recorded.usage,
      tokens: null,
      firstTokenMilliseconds: 0,
      milliseconds: clock.monotonic() - startedAt,
    };
  }

  countTokens(messages: readonly ChatMessage[]): Promise<number> {
    return Promise.resolve(this.#estimate.count(messages));
  }

  /** Ends replies in flight as cancelled. */
  dispose(): Promise<void> {
    this.#disposed.abort();
    return Promise.resolve();
  }

  /** Hands the reply on in pieces; gives the part that was said before an abort. */
  async #say(reply: RecordedReply, signal: AbortSignal, options: PolicyOptions): Promise<string> {
    if (signal.aborted) return '';
    if (reply.reasoning !== null) options.onText?.(reply.reasoning, 'reasoning');
    let said = '';
    for (const piece of pieces(reply.text)) {
      if (!(await this.#paused(signal))) return said;
      options.onText?.(piece, 'reply');
      said += piece;
    }
    return said;
  }

  /** False when an abort came first. */
  async #paused(signal: AbortSignal): Promise<boolean> {
    const { pauseMilliseconds } = this.#options.recording;
    try {
      if (pauseMilliseconds > 0) await this.#options.sleep(pauseMilliseconds, signal);
    } catch {
      return false;
    }
    return !signal.aborted;
  }
}

/** Parts of the text that split no character. */
function* pieces(text: string): Generator<string> {
  let piece = '';
  for (const character of text) {
    piece += character;
    if (piece.length < pieceCharacters) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function exhausted(recording: Recording, step: number): Error {
  const count = recording.replies.length;
  const replies = count === 1 ? 'one reply' : `${count} replies`;
  return failure(
    'policy',
    'replay-exhausted',
    `${recording.name} holds ${replies}, and step ${step} needs another one. The rollout went on longer than the recorded one, most often because the question or the files differ.`,
  );
}
