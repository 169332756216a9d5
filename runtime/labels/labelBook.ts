// All labels of a workspace at hand: lines go in, in any order and as often as they like; what counts for an item comes out.
import type { ItemHash, LabelRecord } from '../contract/label.ts';
import { type ItemLabels, type Label, noLabels, reduceItem } from './itemLabels.ts';

interface Entry {
  readonly records: LabelRecord[];
  /** Null after a new record. */
  reduced: ItemLabels | null;
}

export class LabelBook {
  readonly #items = new Map<ItemHash, Entry>();
  readonly #ids = new Set<string>();
  /** Rises with every change. */
  #revision = 0;

  get revision(): number {
    return this.#revision;
  }

  /** A record whose id is known changes nothing. */
  add(record: LabelRecord): void {
    if (this.#ids.has(record.id)) return;
    this.#ids.add(record.id);
    this.#revision += 1;
    const entry = this.#items.get(record.itemHash);
    if (entry === undefined) {
      this.#items.set(record.itemHash, { records: [record], reduced: null });
      return;
    }
    entry.records.push(record);
    entry.reduced = null;
  }

  has(recordId: string): boolean {
    return this.#ids.has(recordId);
  }

  /** For a file that is read from the start again. */
  clear(): void {
    this.#items.clear();
    this.#ids.clear();
    this.#revision += 1;
  }

  item(hash: ItemHash): ItemLabels {
    const entry = this.#items.get(hash);
    if (entry === undefined) return noLabels;
    entry.reduced ??= reduceItem(entry.records);
    return entry.reduced;
  }

  /**
   * True when the person was shown what others say about the item: after a label of their own, withdrawn or not, and when
   * deciding a conflict.
   */
  raterSaw(hash: ItemHash, rater: string): boolean {
    const records = this.#items.get(hash)?.records ?? [];
    return records.some(
      (record) =>
        record.rater === rater &&
        (record.kind === 'label-given' || record.kind === 'conflict-decided'),
    );
  }

  /** Items that a line is about, labelled or only marked. */
  hashes(): IterableIterator<ItemHash> {
    return this.#items.keys();
  }

  /** Every label that counts. */
  *labels(): Generator<Label> {
    for (const hash of this.#items.keys()) yield* this.item(hash).labels;
  }

  *records(): Generator<LabelRecord> {
    for (const { records } of this.#items.values()) yield* records;
  }
}
