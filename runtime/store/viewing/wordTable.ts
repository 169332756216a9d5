// Gives each different text a number, so that a text that comes again and again is kept once.

export class WordTable {
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];

  number(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const next = this.#words.length;
    this.#numbers.set(word, next);
    this.#words.push(word);
    return next;
  }

  /** Null for a text that never came. */
  find(word: string): number | null {
    return this.#numbers.get(word) ?? null;
  }

  word(number: number): string {
    return this.#words[number] ?? '';
  }

  get size(): number {
    return this.#words.length;
  }
}
