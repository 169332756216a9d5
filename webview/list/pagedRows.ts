// The rows of a list of any length: fetches pages around what is in sight, keeps a bounded number of them, and lets go of
// answers that nobody looks at any more. Knows nothing of the screen.
import { isGivenUp } from '../messages/host.ts';

export const pageSize = 100;
/** Pages kept; 6,000 rows are a few megabytes. */
const mostPages = 60;
const mostUnderWay = 4;

export interface RowsAnswer<Row, Summary> {
  readonly rows: readonly Row[];
  /** Of the first of them. */
  readonly offset: number;
  /** What holds for the list as a whole. */
  readonly summary: Summary;
}

export interface PagedRowsParts<Query, Row, Summary> {
  /** Asks for `pageSize` rows from `offset` on. */
  readonly ask: (
    query: Query,
    offset: number,
    signal: AbortSignal,
  ) => Promise<RowsAnswer<Row, Summary>>;
  readonly changed: () => void;
  readonly failed: (error: unknown) => void;
}

interface KeptPage<Row> {
  readonly rows: readonly Row[];
  /** False once the file changed; shown until the new rows are there. */
  fresh: boolean;
}

export class PagedRows<Query, Row, Summary> {
  readonly #parts: PagedRowsParts<Query, Row, Summary>;
  readonly #pages = new Map<number, KeptPage<Row>>();
  readonly #underWay = new Map<number, AbortController>();
  /** Pages that could not be had; not asked for again before something changes. */
  readonly #refused = new Set<number>();
  #query: Query;
  #wanted: readonly number[] = [];
  #summary: Summary | null = null;
  /** The rows kept belong to the query before; they go when the first answer comes. */
  #isOld = false;

  constructor(query: Query, parts: PagedRowsParts<Query, Row, Summary>) {
    this.#query = query;
    this.#parts = parts;
  }

  /** Null until the first answer. */
  get summary(): Summary | null {
    return this.#summary;
  }

  /** True while the rows shown are those of the query before. */
  get isOld(): boolean {
    return this.#isOld;
  }

  get query(): Query {
    return this.#query;
  }

  set query(query: Query) {
    this.#query = query;
    this.#isOld = true;
    this.#expire();
  }

  /** The file changed: what is in sight is fetched anew. */
  refresh(): void {
    const kept = new Set(this.#wanted);
    for (const page of this.#pages.keys()) if (!kept.has(page)) this.#pages.delete(page);
    this.#expire();
  }

  /** Undefined while it is being fetched, and beyond the end. */
  row(index: number): Row | undefined {
    return this.#pages.get(Math.floor(index / pageSize))?.rows[index % pageSize];
  }

  /** Rows `first` to before `end` are in sight. */
  want(first: number, end: number): void {
    const from = Math.max(0, Math.floor(first / pageSize));
    const to = Math.max(from, Math.floor((end - 1) / pageSize));
    this.#wanted = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    for (const [page, stop] of this.#underWay) {
      if (!this.#wanted.includes(page)) stop.abort();
    }
    this.#fetch();
  }

  stop(): void {
    for (const stop of this.#underWay.values()) stop.abort();
  }

  #expire(): void {
    this.stop();
    this.#underWay.clear();
    this.#refused.clear();
    for (const page of this.#pages.values()) page.fresh = false;
    this.#fetch();
  }

  #fetch(): void {
    const missing = this.#wanted.filter(
      (page) =>
        this.#pages.get(page)?.fresh !== true &&
        !this.#underWay.has(page) &&
        !this.#refused.has(page),
    );
    for (const page of missing.slice(0, mostUnderWay - this.#underWay.size)) {
      void this.#fetchPage(page);
    }
  }

  async #fetchPage(page: number): Promise<void> {
    const stop = new AbortController();
    this.#underWay.set(page, stop);
    try {
      this.#keep(page, await this.#parts.ask(this.#query, page * pageSize, stop.signal));
    } catch (error) {
      if (isGivenUp(error)) return;
      this.#refused.add(page);
      this.#parts.failed(error);
    } finally {
      if (this.#underWay.get(page) === stop) this.#underWay.delete(page);
    }
    this.#fetch();
  }

  #keep(page: number, { rows, offset, summary }: RowsAnswer<Row, Summary>): void {
    if (this.#isOld) this.#pages.clear();
    this.#isOld = false;
    this.#summary = summary;
    this.#pages.set(Math.floor(offset / pageSize), { rows, fresh: true });
    this.#forgetFarthest(page);
    this.#parts.changed();
  }

  #forgetFarthest(from: number): void {
    while (this.#pages.size > mostPages) {
      const distances = [...this.#pages.keys()].map((page) => [Math.abs(page - from), page]);
      const [, farthest = 0] = distances.reduce((a, b) => ((b[0] ?? 0) > (a[0] ?? 0) ? b : a));
      this.#pages.delete(farthest);
    }
  }
}
