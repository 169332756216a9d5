// Where the items of a long column are, in pixels. Heights are guessed until an item was drawn once and measured. Pure.

export class ItemHeights {
  readonly #measured = new Map<string, number>();
  readonly #guess: number;
  #keys: readonly string[] = [];
  /** Tops of the items and the end of the last; null when they have to be added up again. */
  #tops: Float64Array | null = null;

  constructor(guess: number) {
    this.#guess = guess;
  }

  get total(): number {
    return this.topOf(this.#keys.length);
  }

  /** The items there are now, in order. What was measured stays known. */
  setKeys(keys: readonly string[]): void {
    if (keys.length === this.#keys.length && keys.every((key, at) => key === this.#keys[at]))
      return;
    this.#keys = keys;
    this.#tops = null;
  }

  /** True when this changes anything. */
  measure(key: string, height: number): boolean {
    if (Math.abs((this.#measured.get(key) ?? -1) - height) < 0.5) return false;
    this.#measured.set(key, height);
    this.#tops = null;
    return true;
  }

  /** Forget all heights: the width changed. */
  clear(): void {
    this.#measured.clear();
    this.#tops = null;
  }

  /** Top of the item at that place; its end for the place after the last. */
  topOf(place: number): number {
    const tops = (this.#tops ??= this.#addUp());
    return tops[Math.max(0, Math.min(place, tops.length - 1))] ?? 0;
  }

  /** Place of the item that covers that height; the nearest one when none does. */
  placeAt(height: number): number {
    const tops = (this.#tops ??= this.#addUp());
    let low = 0;
    let high = this.#keys.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((tops[middle] ?? 0) <= height) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }

  #addUp(): Float64Array {
    const tops = new Float64Array(this.#keys.length + 1);
    for (const [place, key] of this.#keys.entries()) {
      tops[place + 1] = (tops[place] ?? 0) + (this.#measured.get(key) ?? this.#guess);
    }
    return tops;
  }
}
