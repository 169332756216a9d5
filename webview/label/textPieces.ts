// Long texts of an item, shown in pieces so that the next item is there at once.
import { nothing, type TemplateResult } from 'lit';
import { tool } from '../controls/button.ts';
import { wholeNumber } from '../format/numbers.ts';
import { visibleText } from '../text/visibleText.ts';

/** Characters that are shown unasked. */
export const firstPiece = 2000;
/** Characters that one press of the button adds. */
export const morePiece = 50_000;

export class TextPieces {
  readonly #changed: () => void;
  #shown = new Map<string, number>();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** For another item. */
  close(): void {
    this.#shown = new Map();
  }

  /** The text as far as it is open; `name` is unique on the page. */
  shownOf(name: string, text: string): string {
    return visibleText(text.slice(0, this.#shown.get(name) ?? firstPiece));
  }

  /** The button that shows more of it; nothing for a text that is shown whole. */
  moreOf(name: string, text: string): TemplateResult | typeof nothing {
    const shown = this.#shown.get(name) ?? firstPiece;
    if (text.length <= shown) return nothing;
    const left = `Show more, ${wholeNumber(text.length - shown)} characters are left`;
    return tool({ label: left, icon: 'open', press: () => this.#open(name, shown) });
  }

  #open(name: string, shown: number): void {
    this.#shown.set(name, shown + morePiece);
    this.#changed();
  }
}
