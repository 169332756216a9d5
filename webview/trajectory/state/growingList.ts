// A list that only grows at its end, as a value: the one before an append stays what it was. Appending costs the same
// however long the list is, because a list and the one grown from it share their items.

export class GrowingList<Item> {
  readonly length: number;
  readonly #items: Item[];

  private constructor(items: Item[], length: number) {
    this.#items = items;
    this.length = length;
  }

  static empty<Item>(): GrowingList<Item> {
    return new GrowingList<Item>([], 0);
  }

  /** A second append to the same list copies it, so that both results are right. */
  append(item: Item): GrowingList<Item> {
    const shared = this.#items.length === this.length;
    const items = shared ? this.#items : this.#items.slice(0, this.length);
    items.push(item);
    return new GrowingList(items, this.length + 1);
  }

  at(index: number): Item | undefined {
    return index < this.length ? this.#items[index] : undefined;
  }

  /** Items from `start` to the end. */
  from(start: number): Item[] {
    return this.#items.slice(start, this.length);
  }
}
