// The reader of the tools on any policy: shows it as much of a text as its context holds, and says how much that was.
import type { Policy } from '../policy/policy.ts';
import { readerAnswer, readerMessages } from './readerPrompt.ts';
import { excerptFor } from './textExcerpt.ts';
import type { Reader } from './tool.ts';

export interface PolicyReaderOptions {
  readonly policy: Policy;
  /** Characters shown at most, whatever the context holds: long texts cost time and answers get worse. */
  readonly maxCharacters: number;
  /** Tokens of an answer. */
  readonly maxAnswerTokens: number;
  readonly seed: number | null;
}

export const defaultReaderLimits = { maxCharacters: 60_000, maxAnswerTokens: 400 } as const;

/** Excerpts tried until one fits the context; each is cut to what the last count of tokens says. */
const maxAttempts = 6;
/** Context that counting does not see: the template's own tokens and a margin for estimates. */
const reservedTokens = 64;

interface Shown {
  readonly text: string;
  readonly remark: string | null;
}

export class PolicyReader implements Reader {
  readonly #options: PolicyReaderOptions;

  constructor(options: PolicyReaderOptions) {
    this.#options = options;
  }

  async answer(question: string, text: string, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    const { policy, maxAnswerTokens, seed } = this.#options;
    const shown = await this.#fit(question, text);
    const reply = await policy.complete(
      {
        messages: readerMessages(question, shown.text, shown.remark),
        stop: [],
        maxTokens: maxAnswerTokens,
        temperature: 0,
        topP: 1,
        seed,
        shape: 'free',
      },
      { signal },
    );
    signal.throwIfAborted();
    const answer = readerAnswer(reply.text, text, reply.finishReason === 'length');
    return shown.remark === null ? answer : `${answer}\n[${shown.remark}]`;
  }

  /** The largest excerpt that leaves room for the answer. */
  async #fit(question: string, text: string): Promise<Shown> {
    const { policy, maxCharacters, maxAnswerTokens } = this.#options;
    const limit =
      policy.contextTokens === null
        ? null
        : policy.contextTokens - maxAnswerTokens - reservedTokens;
    // Tokens of prose have some four characters; counting far more than can fit would cost time for nothing.
    let characters = Math.min(maxCharacters, limit === null ? Infinity : Math.max(0, limit) * 6);
    let shown = show(question, text, characters);
    for (let attempt = 1; limit !== null && attempt < maxAttempts; attempt += 1) {
      const messages = readerMessages(question, shown.text, shown.remark);
      const tokens = await policy.countTokens(messages);
      if (tokens <= limit) break;
      characters = Math.floor(Math.min(characters, shown.text.length) * (limit / tokens) * 0.95);
      shown = show(question, text, Math.max(0, characters));
    }
    return shown;
  }
}

function show(question: string, text: string, maxCharacters: number): Shown {
  const excerpt = excerptFor(question, text, maxCharacters);
  if (excerpt.shownCharacters >= text.length) return { text, remark: null };
  return {
    text: excerpt.text,
    remark:
      `The reader saw ${excerpt.shownCharacters} of ${text.length} characters of the file: ` +
      'its beginning and the passages nearest to the question.',
  };
}
