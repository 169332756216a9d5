// Text that comes in pieces and is shown while it comes. As a value, like GrowingList; only its end is ever put together
// while it grows.
import { GrowingList } from './growingList.ts';

export class GrowingText {
  static readonly empty = new GrowingText(GrowingList.empty(), 0);

  readonly characters: number;
  readonly #pieces: GrowingList<string>;

  private constructor(pieces: GrowingList<string>, characters: number) {
    this.#pieces = pieces;
    this.characters = characters;
  }

  append(text: string): GrowingText {
    if (text === '') return this;
    return new GrowingText(this.#pieces.append(text), this.characters + text.length);
  }

  /** The last pieces that hold at least so many characters, or all there are. */
  tail(characters: number): string {
    let start = this.#pieces.length;
    for (let found = 0; start > 0 && found < characters; start -= 1) {
      found += this.#pieces.at(start - 1)?.length ?? 0;
    }
    return this.#pieces.from(start).join('');
  }

  toString(): string {
    return this.#pieces.from(0).join('');
  }
}
