// Conversations as the token ids of one model: its chat template with the system text where the template takes it, texts that stay
// texts whatever marks they hold, and what stands between two turns. Whether a model can be trained at all shows here, before
// anything is sampled.
import { failure } from '../../support/errors.ts';
import type { ChatMessage } from '../policy.ts';
import type { AddedToken } from './addedTokens.ts';
import { PlainText } from './plainText.ts';
import { findSystemPlace, isRefusal, placeSystem } from './systemPlace.ts';
import type { ChatTokenizer, Tokenized } from './tokenServer.ts';
import { TurnBridge } from './turnBridge.ts';

export class TokenChat implements ChatTokenizer {
  readonly #tokenizer: ChatTokenizer;
  readonly #bridge: TurnBridge;

  private constructor(tokenizer: ChatTokenizer, bridge: TurnBridge) {
    this.#tokenizer = tokenizer;
    this.#bridge = bridge;
  }

  /**
   * Asks the server a few times.
   * @param added the tokens that the server's tokenizer has beside those of text
   * @throws FailureError `policy/template-not-usable` when the model cannot be trained with its template, and others at `policy`
   */
  static async find(
    server: ChatTokenizer,
    added: readonly AddedToken[],
    signal: AbortSignal,
  ): Promise<TokenChat> {
    try {
      const tokenizer = await plainTokenizer(await placing(server, signal), added, signal);
      return new TokenChat(tokenizer, await TurnBridge.find(tokenizer, signal));
    } catch (error) {
      throw isRefusal(error) ? templateRefuses(error.message) : error;
    }
  }

  /** The id that ends a turn, where no ordinary text contains it; sampling may stop there. */
  get endOfTurn(): number | null {
    return this.#bridge.endOfTurn;
  }

  tokenize(messages: readonly ChatMessage[], signal: AbortSignal): Promise<Tokenized> {
    return this.#tokenizer.tokenize(messages, signal);
  }

  /** See TurnBridge.piece. */
  piece(
    sampled: readonly number[],
    message: string,
    signal: AbortSignal,
  ): Promise<readonly number[]> {
    return this.#bridge.piece(sampled, message, signal);
  }
}

/** Finds the chat when it is first asked for; a search that failed is made again. */
export function lazyChat(
  server: ChatTokenizer,
  added: readonly AddedToken[],
  signal: AbortSignal,
): () => Promise<TokenChat> {
  let finding: Promise<TokenChat> | null = null;
  return () => {
    finding ??= TokenChat.find(server, added, signal).catch((error: unknown) => {
      finding = null;
      throw error;
    });
    return finding;
  };
}

async function placing(server: ChatTokenizer, signal: AbortSignal): Promise<ChatTokenizer> {
  const place = await findSystemPlace(server, signal);
  return {
    tokenize: (messages, ends) => server.tokenize(placeSystem(messages, place), ends),
  };
}

/** A tokenizer of the same conversations in which only the template writes marks. */
async function plainTokenizer(
  server: ChatTokenizer,
  added: readonly AddedToken[],
  signal: AbortSignal,
): Promise<ChatTokenizer> {
  const { ids } = await server.tokenize(everyRole('go'), signal);
  const written = new Set(ids);
  const marks = added.filter(({ id, isSpecial }) => isSpecial || written.has(id));
  if (marks.length === 0) return server;
  const separator = marks.find(({ id, takesSpace }) => !written.has(id) && !takesSpace);
  if (separator === undefined) throw noSeparator();
  const texts = marks.map(({ text }) => text);
  const tokenizer = hiding(server, new PlainText(texts, separator));
  const hostile = await tokenizer.tokenize(everyRole(texts.join(' ')), signal);
  const hasMore = marks.some(({ id }) => count(id, hostile.ids) > count(id, ids));
  if (hasMore) throw marksNotSeparable();
  return tokenizer;
}

function hiding(server: ChatTokenizer, plain: PlainText): ChatTokenizer {
  return {
    async tokenize(messages, signal) {
      const hidden = messages.map(({ role, content }) => ({ role, content: plain.hide(content) }));
      const { ids, contextTokens } = await server.tokenize(hidden, signal);
      return { ids: plain.restore(ids), contextTokens };
    },
  };
}

function everyRole(content: string): readonly ChatMessage[] {
  return [
    { role: 'system', content },
    { role: 'user', content },
    { role: 'assistant', content: 'go' },
    { role: 'user', content },
  ];
}

function count(id: number, ids: readonly number[]): number {
  return ids.filter((candidate) => candidate === id).length;
}

function notUsable(message: string): Error {
  return failure('policy', 'template-not-usable', message);
}

function templateRefuses(message: string): Error {
  return notUsable(
    `The model's chat template does not take a conversation of user and assistant in turns (${message}). Take a model that was made for chat, or give its tokenizer_config.json a chat_template.`,
  );
}

function noSeparator(): Error {
  return notUsable(
    "The model's chat template writes every special token of its tokenizer, so that marks in a text cannot be kept apart from the template's own. Add a special token to tokenizer.json that nothing uses.",
  );
}

function marksNotSeparable(): Error {
  return notUsable(
    'The tokenizer makes control tokens of marks in a text however they are written, so that a file could end a turn. Take another model.',
  );
}
