// The tokens between two replies of a conversation: the end of the sampled turn, the user's message, and the opening of the next
// turn. A model's chat template is known to its server alone, so the piece is read off conversations that differ only in the reply:
// what comes after the last token in which they differ is what follows a reply.
import { failure } from '../../support/errors.ts';
import type { ChatMessage } from '../policy.ts';
import type { ChatTokenizer } from './tokenServer.ts';
import { sameIds } from './tokenWire.ts';

/** Replies of the conversations; letters alone, so that no tokenizer joins them with what follows, and no letter in common. */
const replies = ['left', 'down'] as const;
const lines = 'one\ntwo\nthree\n\nfour, five.\nsix';

export class TurnBridge {
  /** Ids up to the end of the first reply. */
  readonly #before: readonly number[];
  /** The id that ends a turn, where no ordinary text contains it; sampling may stop there. */
  readonly endOfTurn: number | null;
  readonly #server: ChatTokenizer;

  private constructor(server: ChatTokenizer, before: readonly number[], endOfTurn: number | null) {
    this.#server = server;
    this.#before = before;
    this.endOfTurn = endOfTurn;
  }

  /**
   * Asks the server three times.
   * @throws FailureError `policy/template-not-usable` when the template does not let replies follow each other
   */
  static async find(server: ChatTokenizer, signal: AbortSignal): Promise<TurnBridge> {
    const [first, second, long] = await Promise.all([
      server.tokenize(conversation(replies[0], 'one'), signal),
      server.tokenize(conversation(replies[1], 'one'), signal),
      server.tokenize(conversation(replies[0], lines), signal),
    ]);
    const follows = commonEnd(first.ids, second.ids);
    const before = first.ids.slice(0, first.ids.length - follows);
    const mark = first.ids[before.length];
    const isDropped = before.length === 0 || mark === undefined;
    if (isDropped || !sameIds(before, long.ids.slice(0, before.length))) throw notUsable();
    const isMark = occurrences(mark, first.ids) === occurrences(mark, long.ids);
    return new TurnBridge(server, before, isMark ? mark : null);
  }

  /**
   * The ids that follow a sampled reply when `message` is what comes back, up to the place where the next reply begins.
   * @param sampled the reply's ids; an end of turn that the policy sampled itself is not repeated
   * @throws FailureError at boundary `policy`
   */
  async piece(
    sampled: readonly number[],
    message: string,
    signal: AbortSignal,
  ): Promise<readonly number[]> {
    const { ids } = await this.#server.tokenize(conversation(replies[0], message), signal);
    if (!sameIds(this.#before, ids.slice(0, this.#before.length))) throw notUsable();
    const piece = ids.slice(this.#before.length);
    return piece[0] === sampled.at(-1) ? piece.slice(1) : piece;
  }
}

function conversation(reply: string, message: string): readonly ChatMessage[] {
  return [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: reply },
    { role: 'user', content: message },
  ];
}

function commonEnd(a: readonly number[], b: readonly number[]): number {
  const shorter = Math.min(a.length, b.length);
  let length = 0;
  while (length < shorter && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1;
  return length;
}

function occurrences(id: number, ids: readonly number[]): number {
  return ids.filter((candidate) => candidate === id).length;
}

function notUsable(): Error {
  return failure(
    'policy',
    'template-not-usable',
    "The model's chat template changes earlier turns when a new one is added, so token ids cannot be carried on. Take a model whose template writes turns one after the other.",
  );
}
