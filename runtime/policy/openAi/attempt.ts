// One attempt at a reply: sends the body, gathers the pieces, watches the time. Whether to try again is the policy's.
import type { Reply } from '../../contract/reply.ts';
import type { Clock } from '../../support/clock.ts';
import { failure, type FailureError } from '../../support/errors.ts';
import { knownServer } from './knownServers.ts';
import type { ServerModel } from '../modelName.ts';
import { type Phase, ReplyDeadline, type ReplyTimeouts } from './deadline.ts';
import { ReplyBuilder } from './reply.ts';
import { ForeignAnswer, type ServerAccess, ServerRefusal, streamPieces } from './transport.ts';
import type { Piece } from './wire.ts';
import type { PolicyOptions } from '../policy.ts';

export interface AttemptInput {
  readonly model: ServerModel;
  readonly access: ServerAccess;
  readonly body: Record<string, unknown>;
  /** All stop strings, also those that the body leaves out. */
  readonly stop: readonly string[];
  /** The ids of the prompt when the body carries them. */
  readonly promptIds: readonly number[] | null;
  readonly onText: PolicyOptions['onText'] | undefined;
  readonly signal: AbortSignal;
  readonly timeouts: ReplyTimeouts;
  readonly clock: Clock;
}

export type Attempt =
  | { readonly outcome: 'reply'; readonly reply: Reply }
  | {
      readonly outcome: 'failed';
      readonly error: unknown;
      /** True when text was handed on already; such a reply is not asked for anew behind the person's back. */
      readonly begun: boolean;
    };

/** Never rejects. An aborted signal gives a cancelled reply with the text so far. */
export async function attemptReply(input: AttemptInput): Promise<Attempt> {
  const gathering = new Gathering(input);
  let error: unknown = null;
  try {
    await gathering.run();
  } catch (thrown) {
    error = thrown;
  }
  return gathering.outcome(error);
}

class Gathering {
  readonly #input: AttemptInput;
  readonly #builder: ReplyBuilder;
  readonly #deadline: ReplyDeadline;
  readonly #startedAt: number;
  #firstTokenAt: number | null = null;

  constructor(input: AttemptInput) {
    this.#input = input;
    this.#builder = new ReplyBuilder({ ...input, model: input.model.name });
    this.#deadline = new ReplyDeadline(input.timeouts);
    this.#startedAt = input.clock.monotonic();
  }

  async run(): Promise<void> {
    const { access, body, model } = this.#input;
    const path = model.endpoint === 'chat' ? '/chat/completions' : '/completions';
    const signal = AbortSignal.any([this.#input.signal, this.#deadline.signal]);
    try {
      for await (const piece of streamPieces(access, path, body, signal)) {
        this.#builder.add(piece);
        this.#note(piece);
        // Leaving the loop closes the connection, which also stops the server.
        if (this.#builder.stopped) break;
      }
    } finally {
      this.#deadline.clear();
    }
  }

  /** An abort ends the stream by an error or silently, so the causes are looked up here and not in the error. */
  outcome(error: unknown): Attempt {
    const { finished, stopped, answered, begun } = this.#builder;
    if (finished || stopped) return this.#reply(false);
    if (this.#input.signal.aborted) return this.#reply(true);
    const { passed } = this.#deadline;
    if (passed !== null) return { outcome: 'failed', error: silence(passed, this.#input), begun };
    if (error !== null) {
      return { outcome: 'failed', error: begun ? cutShort(error, this.#input) : error, begun };
    }
    if (!answered) return { outcome: 'failed', error: nothing(this.#input.model), begun };
    return this.#reply(false);
  }

  #note(piece: Piece): void {
    const content = piece.text !== '' || piece.reasoning !== '' || piece.toolCalls.length > 0;
    if (content) this.#firstTokenAt ??= this.#input.clock.monotonic();
    if (this.#builder.finished) this.#deadline.enter('closing');
    else if (content) this.#deadline.enter('idle');
  }

  #reply(cancelled: boolean): Attempt {
    const first = this.#firstTokenAt;
    const times = {
      firstTokenMilliseconds: first === null ? null : first - this.#startedAt,
      milliseconds: this.#input.clock.monotonic() - this.#startedAt,
    };
    return { outcome: 'reply', reply: this.#builder.finish(times, cancelled) };
  }
}

function silence(phase: Phase, input: AttemptInput): FailureError {
  const { baseUrl, name } = input.model;
  if (phase === 'first-token') {
    const seconds = Math.round(input.timeouts.firstTokenMilliseconds / 1000);
    return failure(
      'policy',
      'no-first-token',
      `${name} at ${baseUrl} wrote nothing for ${seconds} seconds. It may still be loading, be busy with other requests, or be too large for the machine; its log says which.`,
    );
  }
  const seconds = Math.round(input.timeouts.idleMilliseconds / 1000);
  return failure(
    'policy',
    'stalled',
    `${name} at ${baseUrl} stopped in the middle of a reply and was silent for ${seconds} seconds. See whether the server still runs, then run again.`,
  );
}

/** What a server says itself in the middle of a reply stands; a broken line is told as what it cost. */
function cutShort(error: unknown, input: AttemptInput): unknown {
  if (error instanceof ServerRefusal || error instanceof ForeignAnswer) return error;
  return failure(
    'policy',
    'stream-cut',
    `The connection to ${input.model.baseUrl} broke in the middle of a reply. See whether the server still runs, then run again.`,
    error,
  );
}

/** LM Studio answers so when the prompt is longer than the context. */
function nothing(model: ServerModel): FailureError {
  const longer = knownServer(model.baseUrl)?.longerContext;
  return failure(
    'policy',
    'no-reply',
    `${model.name} at ${model.baseUrl} ended its answer without a reply. Most often the prompt is longer than its context: ask about fewer files, or ${longer ?? 'give the model a longer context'}.`,
  );
}
