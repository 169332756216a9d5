// Finds where a record of braces and quotes ends that need not be JSON: texts may hold line ends, and may stand in single quotes.
// Fed line by line; it says after each whether the record has ended. Pure.

/** A text in double quotes with line ends has none of its own, so a brace within it says nothing. */
export class RecordEnd {
  #depth = 0;
  #quote: '"' | "'" | null = null;

  /** Takes the next line, with its line end if it has one. True when every brace and bracket is closed after it. */
  push(line: string): boolean {
    for (const { 0: mark } of line.matchAll(marks)) this.#take(mark);
    return this.#depth <= 0 && this.#quote === null;
  }

  #take(mark: string): void {
    if (mark === '"' || mark === "'") this.#takeQuote(mark);
    else if (this.#quote !== null) return;
    else if (mark === '{' || mark === '[') this.#depth += 1;
    else if (mark === '}' || mark === ']') this.#depth -= 1;
  }

  #takeQuote(mark: '"' | "'"): void {
    if (this.#quote === null) this.#quote = mark;
    else if (this.#quote === mark) this.#quote = null;
  }
}

/** Escaped characters are passed over in pairs. */
const marks = /\\[^]|["'{}[\]]/g;
