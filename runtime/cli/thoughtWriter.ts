// Writes a thought word by word as it streams in, wrapped to the terminal, faint, with a margin.
import { displayWidth } from './displayWidth.ts';
import type { Terminal } from './terminal.ts';

const margin = '  ';

/** One per thought. */
export class ThoughtWriter {
  readonly #terminal: Terminal;
  #column = 0;
  #open = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  write(text: string): void {
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) this.#break();
      for (const [word] of line.matchAll(/\s*\S+\s*|\s+/g)) this.#word(word);
    }
  }

  /** Ends the line that is open. */
  end(): void {
    if (this.#open) this.#break();
  }

  #word(word: string): void {
    const width = displayWidth(word.trimEnd());
    if (this.#column > 0 && margin.length + this.#column + width > this.#terminal.columns) {
      this.#break();
    }
    const shown = this.#column === 0 ? word.trimStart() : word;
    if (shown === '') return;
    const { palette } = this.#terminal;
    this.#terminal.write((this.#column === 0 ? margin : '') + palette.faint(shown));
    this.#column += displayWidth(shown);
    this.#open = true;
  }

  #break(): void {
    this.#terminal.write('\n');
    this.#column = 0;
    this.#open = false;
  }
}
