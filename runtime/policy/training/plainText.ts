// Texts that hold the marks of a model, such as a file with `<|im_end|>` in it, are to stay text: as control tokens they would end
// turns and begin others, in the words of whoever wrote the file. No token server can be told so. A mark is therefore sent with a token
// in it that nothing else uses, at which the server cuts the text; what is left without that token is the mark as text. Pure.
import type { AddedToken } from './addedTokens.ts';

export class PlainText {
  /** Matches one character at which a mark begins; null where there is no mark. */
  readonly #beginning: RegExp | null;
  readonly #separator: Pick<AddedToken, 'id' | 'text'>;

  /**
   * @param marks texts of the tokens that are to stay text, the separator's own among them
   * @param separator a special token that the chat template does not write
   */
  constructor(marks: readonly string[], separator: Pick<AddedToken, 'id' | 'text'>) {
    const any = marks.map((mark) => mark.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
    this.#beginning = marks.length === 0 ? null : new RegExp(`(?=${any}).`, 'gsu');
    this.#separator = separator;
  }

  /** The text with a separator in each mark, also in marks that overlap; the very same text where it has none. */
  hide(text: string): string {
    if (this.#beginning === null) return text;
    return text.replace(this.#beginning, (first) => first + this.#separator.text);
  }

  /** Ids of hidden text without the separators. */
  restore(ids: readonly number[]): readonly number[] {
    return ids.filter((id) => id !== this.#separator.id);
  }
}
