// Turns tokens into text as they come. A character may be spread over several tokens; it is given out when it is whole.
import type { TokenEngine } from './tokenEngine.ts';

/** Tokens of context that decide how the next one reads, for example whether it begins with a space. */
const contextTokens = 4;
/** A character has at most four bytes, each of which may be a token. */
const longestCharacter = 4;

export class TokenText {
  readonly #engine: Pick<TokenEngine, 'decode'>;
  #before: readonly number[] = [];
  #pending: number[] = [];

  constructor(engine: Pick<TokenEngine, 'decode'>) {
    this.#engine = engine;
  }

  /** The text that the token completes; empty while a character is incomplete. */
  push(token: number): string {
    this.#pending.push(token);
    const text = this.#engine.decode(this.#pending, this.#before);
    if (text.endsWith('\uFFFD') && this.#pending.length < longestCharacter) return '';
    return this.#flush(text);
  }

  /** What is left of an incomplete character, as U+FFFD; empty otherwise. */
  end(): string {
    if (this.#pending.length === 0) return '';
    return this.#flush(this.#engine.decode(this.#pending, this.#before));
  }

  #flush(text: string): string {
    this.#before = [...this.#before, ...this.#pending].slice(-contextTokens);
    this.#pending = [];
    return text;
  }
}
