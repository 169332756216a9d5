// The items of the queue that are at hand: read in pages, ahead of the person, and let go of when far away. What a write
// brought back is never replaced by an older reading.
import type { LabelItem } from '../../runtime/contract/labelling.ts';
import type { LabelHost } from './labelContext.ts';

/** Items that are read at once. */
export const pageItems = 10;
/** Pages that are kept; texts may be long. */
const mostPages = 8;
/** The page of an item this far ahead is read before a person gets there. */
const ahead = 6;

interface Reading {
  readonly items: Promise<readonly LabelItem[]>;
}

export class ItemShelf {
  readonly #host: LabelHost;
  readonly #changed: () => void;
  readonly #items = new Map<number, LabelItem>();
  readonly #reading = new Map<number, Reading>();
  /** When each item was last put here by a write, as a count of writes. */
  readonly #written = new Map<number, number>();
  #writes = 0;

  /** `changed` is called when items have come that were not asked for by `read`. */
  constructor(host: LabelHost, changed: () => void) {
    this.#host = host;
    this.#changed = changed;
  }

  get(position: number): LabelItem | undefined {
    return this.#items.get(position);
  }

  /** What the answer to a write says about an item. */
  put(item: LabelItem): void {
    this.#writes += 1;
    this.#written.set(item.position, this.#writes);
    this.#items.set(item.position, item);
  }

  /**
   * The item at a position, at once when it is here.
   * @throws HostProblem when it cannot be read, Error when the queue has no such item
   */
  async read(position: number): Promise<LabelItem> {
    const known = this.#items.get(position);
    if (known !== undefined) return known;
    const items = await this.#readPage(pageOf(position));
    const item = this.#items.get(position) ?? items.find((one) => one.position === position);
    if (item === undefined) throw new Error(`The queue has no item ${position}.`);
    return item;
  }

  /** Reads what comes after a position, so that it is here before it is asked for. */
  readAhead(position: number, total: number): void {
    for (const wanted of [position, position + ahead, position - 1]) {
      if (wanted < 1 || wanted > total || this.#items.has(wanted)) continue;
      // A page that cannot be read is asked for again, and complained about, when a person gets there.
      this.#readPage(pageOf(wanted)).then(this.#changed, () => undefined);
    }
    this.#letGo(pageOf(position));
  }

  /** Reads the page of a position again, for labels that others wrote; what else is here is let go of. */
  async readAgain(position: number): Promise<void> {
    const page = pageOf(position);
    for (const one of this.#items.keys()) if (pageOf(one) !== page) this.#items.delete(one);
    this.#reading.delete(page);
    await this.#readPage(page);
  }

  #readPage(page: number): Promise<readonly LabelItem[]> {
    const known = this.#reading.get(page);
    if (known !== undefined) return known.items;
    const reading = { items: this.#askFor(page) };
    this.#reading.set(page, reading);
    const done = (): void => {
      if (this.#reading.get(page) === reading) this.#reading.delete(page);
    };
    reading.items.then(done, done);
    return reading.items;
  }

  async #askFor(page: number): Promise<readonly LabelItem[]> {
    const writes = this.#writes;
    const from = page * pageItems + 1;
    const range = { from, to: from + pageItems - 1 };
    const { items } = await this.#host.request('read-label-items', range);
    for (const item of items) {
      if ((this.#written.get(item.position) ?? 0) <= writes) this.#items.set(item.position, item);
    }
    return items;
  }

  #letGo(page: number): void {
    const pages = [...new Set([...this.#items.keys()].map(pageOf))];
    const far = pages.sort((a, b) => Math.abs(a - page) - Math.abs(b - page)).slice(mostPages);
    for (const one of this.#items.keys()) if (far.includes(pageOf(one))) this.#items.delete(one);
  }
}

function pageOf(position: number): number {
  return Math.floor((position - 1) / pageItems);
}
