// A list of numbers that grows and stays compact: one typed array instead of one object for each entry.

type Numbers = Float64Array | Uint32Array | Int32Array | Uint8Array;

export class NumberColumn {
  #numbers: Numbers;
  #length = 0;

  /** `make` gives an array of a size, for example `(size) => new Float64Array(size)`. */
  readonly #make: (size: number) => Numbers;

  constructor(make: (size: number) => Numbers) {
    this.#make = make;
    this.#numbers = make(64);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = this.#make(this.#length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length] = value;
    this.#length += 1;
  }

  /** NaN outside. */
  at(index: number): number {
    return index < this.#length ? (this.#numbers[index] ?? NaN) : NaN;
  }

  set(index: number, value: number): void {
    this.#numbers[index] = value;
  }
}

export const doubles = (): NumberColumn => new NumberColumn((size) => new Float64Array(size));
export const counts = (): NumberColumn => new NumberColumn((size) => new Uint32Array(size));
export const integers = (): NumberColumn => new NumberColumn((size) => new Int32Array(size));
export const bytes = (): NumberColumn => new NumberColumn((size) => new Uint8Array(size));
