// Writes a thought word by word as it streams in, wrapped to the terminal, faint, with a margin.
import { displayWidth } from './displayWidth.ts';
import type { Terminal } from './terminal.ts';

const margin = '  ';

/** One per thought. */
export class ThoughtWriter {
  readonly #terminal: Terminal;
  #column = 0;
  /** Space after the last word, written only when a word follows on the same line. */
  #space = '';

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  write(text: string): void {
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) this.#break();
      for (const [piece] of line.matchAll(/\S+|\s+/g)) {
        if (piece.trim() === '') this.#space = piece;
        else this.#word(piece);
      }
    }
  }

  /** Ends the line that is open. */
  end(): void {
    if (this.#column > 0) this.#break();
  }

  #word(word: string): void {
    const width = displayWidth(word);
    const { columns, palette } = this.#terminal;
    if (this.#column > 0 && this.#column + this.#space.length + width > columns) this.#break();
    const lead = this.#column === 0 ? margin : this.#space;
    this.#terminal.write(palette.faint(lead + word));
    this.#column += lead.length + width;
    this.#space = '';
  }

  #break(): void {
    this.#terminal.write('\n');
    this.#column = 0;
    this.#space = '';
  }
}
