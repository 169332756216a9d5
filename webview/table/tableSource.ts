// The rows of a table-like value: fetched in pages around what is in sight, kept in bounded number.
import type { Cell, TablePage } from '../../runtime/contract/requests.ts';
import { type Host, isGivenUp } from '../messages/host.ts';

export interface TablePlace {
  readonly id: string;
  readonly step: number;
  readonly name: string;
}

export type TableHead = Omit<TablePage, 'rows' | 'offset'>;

const pageLength = 200;
const mostPages = 20;
/** Rows of one request for copying, and of one copy. */
const copyLength = 1_000;
export const mostCopiedRows = 50_000;

export class TableSource {
  readonly #place: TablePlace;
  readonly #host: Pick<Host, 'request'>;
  readonly #changed: () => void;
  readonly #stopped = new AbortController();
  readonly #pages = new Map<number, readonly (readonly Cell[])[]>();
  readonly #asked = new Set<number>();
  #head: TableHead | null = null;
  /** Why the value cannot be shown; null while it can. */
  problem: string | null = null;

  constructor(place: TablePlace, host: Pick<Host, 'request'>, changed: () => void) {
    this.#place = place;
    this.#host = host;
    this.#changed = changed;
  }

  /** Null until the first answer. */
  get head(): TableHead | null {
    return this.#head;
  }

  stop(): void {
    this.#stopped.abort();
  }

  /** Undefined while it is being fetched. */
  row(index: number): readonly Cell[] | undefined {
    return this.#pages.get(Math.floor(index / pageLength))?.[index % pageLength];
  }

  /** Rows `first` to before `end` are in sight. */
  want(first: number, end: number): void {
    const last = Math.max(first, end - 1);
    for (
      let page = Math.floor(first / pageLength);
      page <= Math.floor(last / pageLength);
      page += 1
    ) {
      if (!this.#pages.has(page) && !this.#asked.has(page)) void this.#fetch(page);
    }
  }

  /** All rows, as far as one copy goes. */
  async allRows(): Promise<readonly (readonly Cell[])[]> {
    const rows: (readonly Cell[])[] = [];
    const total = Math.min(this.#head?.totalRows ?? 0, mostCopiedRows);
    while (rows.length < total) {
      const page = await this.#read(rows.length, Math.min(copyLength, total - rows.length));
      if (page.rows.length === 0) break;
      rows.push(...page.rows);
    }
    return rows;
  }

  async #fetch(page: number): Promise<void> {
    this.#asked.add(page);
    try {
      const { rows, offset, ...head } = await this.#read(page * pageLength, pageLength);
      this.#head = { ...head, rebuilt: head.rebuilt || this.#head?.rebuilt === true };
      this.#pages.set(Math.floor(offset / pageLength), rows);
      this.#forgetFarthest(page);
      // A page that could not be had stays asked for, so that it is not asked for at every drawing.
      this.#asked.delete(page);
    } catch (error) {
      if (isGivenUp(error)) return;
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.#changed();
  }

  #read(offset: number, limit: number): Promise<TablePage> {
    const { signal } = this.#stopped;
    // The recorded code may have to run again first, so this may take minutes.
    const options = { signal, timeout: null };
    return this.#host.request('read-table', { ...this.#place, offset, limit }, options);
  }

  #forgetFarthest(from: number): void {
    while (this.#pages.size > mostPages) {
      const farthest = [...this.#pages.keys()].reduce((a, b) =>
        Math.abs(b - from) > Math.abs(a - from) ? b : a,
      );
      this.#pages.delete(farthest);
    }
  }
}
