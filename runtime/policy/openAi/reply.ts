// Puts the pieces of one answer together into a Reply, and hands text on as it comes. Knows nothing of HTTP.
import type { FinishReason, Reply, TokenRecord, Usage } from '../../contract/reply.ts';
import type { Piece, ToolCallPiece } from './wire.ts';
import type { PolicyOptions } from '../policy.ts';
import { StopCutter } from '../stopStrings.ts';

export interface ReplyTimes {
  readonly firstTokenMilliseconds: number | null;
  readonly milliseconds: number;
}

export interface ReplyBuilderOptions {
  /** The model as the person named it, used until the server names it. */
  readonly model: string;
  readonly stop: readonly string[];
  /** The ids of the prompt when the request carried them; else the server's are used. */
  readonly promptIds: readonly number[] | null;
  readonly onText: PolicyOptions['onText'] | undefined;
}

export class ReplyBuilder {
  readonly #options: ReplyBuilderOptions;
  readonly #cutter: StopCutter;
  readonly #toolCalls = new Map<number, { name: string; arguments: string }>();
  readonly #tokens: TokenCollector;
  #text = '';
  #reasoning = '';
  #model: string;
  #usage: Usage | null = null;
  #finish: string | null = null;
  #stopString: string | null = null;
  #choices = 0;

  constructor(options: ReplyBuilderOptions) {
    this.#options = options;
    this.#cutter = new StopCutter(options.stop);
    this.#tokens = new TokenCollector(options.promptIds);
    this.#model = options.model;
  }

  /** True once the text has met a stop string that the server did not keep; nothing more is needed from it. */
  get stopped(): boolean {
    return this.#stopString !== null && this.#finish === null;
  }

  /** True once the server said how the reply ended. What is then lost of the stream is no part of the reply. */
  get finished(): boolean {
    return this.#finish !== null;
  }

  /** True once anything of the model's was received. */
  get begun(): boolean {
    return this.#text !== '' || this.#reasoning !== '' || this.#toolCalls.size > 0;
  }

  /** Whether the server sent any choice at all, be it an empty one. */
  get answered(): boolean {
    return this.#choices > 0;
  }

  add(piece: Piece): void {
    if (piece.hasChoice) this.#choices += 1;
    if (piece.model !== null && piece.model !== '') this.#model = piece.model;
    this.#usage = piece.usage ?? this.#usage;
    this.#finish = piece.finishReason ?? this.#finish;
    if (piece.reasoning !== '') {
      this.#reasoning += piece.reasoning;
      this.#options.onText?.(piece.reasoning, 'reasoning');
    }
    for (const call of piece.toolCalls) this.#addToolCall(call);
    const cut = this.#cutter.push(piece.text);
    this.#append(cut.text);
    this.#stopString = piece.stopString ?? cut.stopped ?? this.#stopString;
    this.#tokens.add(piece, cut.dropped === 0);
  }

  /** Ends the reply. `cancelled` keeps what there is; a cancelled reply carries no tokens. */
  finish(times: ReplyTimes, cancelled = false): Reply {
    this.#append(this.#cutter.end());
    if (!cancelled) this.#append(toolCallText([...this.#toolCalls.values()], this.#text));
    return {
      text: this.#text,
      reasoning: this.#reasoning === '' ? null : this.#reasoning,
      finishReason: cancelled ? 'cancelled' : this.#finishReason(),
      stopString: cancelled ? null : this.#stopString,
      model: this.#model,
      usage: this.#usage,
      tokens: cancelled ? null : this.#tokens.record(),
      ...times,
    };
  }

  #append(text: string): void {
    if (text === '') return;
    this.#text += text;
    this.#options.onText?.(text, 'reply');
  }

  #addToolCall(piece: ToolCallPiece): void {
    const call = this.#toolCalls.get(piece.index) ?? { name: '', arguments: '' };
    this.#toolCalls.set(piece.index, {
      name: call.name + piece.name,
      arguments: call.arguments + piece.arguments,
    });
  }

  #finishReason(): FinishReason {
    if (this.#stopString !== null) return 'stop';
    return this.#finish === null ? 'unknown' : finishReasonOf(this.#finish);
  }
}

function finishReasonOf(reason: string): FinishReason {
  switch (reason.toLowerCase()) {
    case 'stop':
    case 'eos':
    case 'eos_token':
    case 'end_turn':
    case 'stop_sequence':
    case 'tool_calls':
    case 'function_call':
      return 'stop';
    case 'length':
    case 'max_tokens':
      return 'length';
    case 'content_filter':
    case 'safety':
      return 'content-filter';
    default:
      return 'unknown';
  }
}

/**
 * A server that reads tool calls out of the model's text leaves the text empty. The calls go back into it in the form
 * that most models write, so that the protocol's parser sees what the model did and tells it to write code.
 */
function toolCallText(
  calls: readonly { name: string; arguments: string }[],
  before: string,
): string {
  const text = calls
    .map((call) => {
      const given = call.arguments.trim() === '' ? '{}' : call.arguments;
      return `<tool_call>\n{"name": ${JSON.stringify(call.name)}, "arguments": ${given}}\n</tool_call>`;
    })
    .join('\n');
  return text !== '' && before !== '' && !before.endsWith('\n') ? `\n${text}` : text;
}

/** Collects token ids; gives them only when they are certain to be those of the reply's text. */
class TokenCollector {
  #promptIds: readonly number[] | null;
  readonly #ids: number[] = [];
  readonly #logProbs: number[] = [];
  /** False once text was dropped whose tokens cannot be told from the kept ones. */
  #exact = true;

  constructor(promptIds: readonly number[] | null) {
    this.#promptIds = promptIds;
  }

  add(piece: Piece, exact: boolean): void {
    this.#promptIds ??= piece.promptIds;
    this.#ids.push(...(piece.tokenIds ?? []));
    this.#logProbs.push(...(piece.logProbs ?? []));
    if (!exact) this.#exact = false;
  }

  record(): TokenRecord | null {
    if (!this.#exact || this.#promptIds === null || this.#ids.length === 0) return null;
    const complete = this.#logProbs.length === this.#ids.length;
    return {
      promptIds: [...this.#promptIds],
      completionIds: this.#ids,
      completionMask: this.#ids.map(() => 1 as const),
      logProbs: complete ? this.#logProbs : null,
    };
  }
}
