// Remembers what was made last, as long as it would be made from the same things.

export class Memo<Value> {
  #from: readonly unknown[] = [];
  #value: Value | null = null;

  /** What was made last; null before the first time. */
  get value(): Value | null {
    return this.#value;
  }

  /** Makes it anew only when one of the things is another than last time. */
  get(from: readonly unknown[], make: () => Value): Value {
    const same =
      this.#value !== null &&
      from.length === this.#from.length &&
      from.every((one, index) => Object.is(one, this.#from[index]));
    if (same && this.#value !== null) return this.#value;
    this.#from = from;
    this.#value = make();
    return this.#value;
  }
}
