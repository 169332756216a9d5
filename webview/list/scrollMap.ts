// Which rows of a long list are in sight, and where they lie. A browser gives an element at most some 33 million pixels of
// height; a list that needs more is squeezed into what it gives: dragging the bar moves through all rows, while wheel and keys
// still move by their own pixels.

export interface RowWindow {
  /** First row to draw and the one after the last. */
  readonly first: number;
  readonly end: number;
  /** Pixels above the first row and below the last, inside the scrolled element. */
  readonly above: number;
  readonly below: number;
}

/** Well under the limit of every Chromium. */
const mostPixels = 15_000_000;

/** Rows drawn beyond what is in sight, so that a fast wheel meets rows and not white. */
const margin = 8;

export class ScrollMap {
  #rows = 0;
  #rowHeight: number;
  #viewport = 0;
  /** Place in the list, in pixels as if nothing were squeezed. */
  #top = 0;
  /** Place of the scroll bar, in pixels of the element. */
  #bar = 0;

  constructor(rowHeight: number) {
    this.#rowHeight = rowHeight;
  }

  get rowHeight(): number {
    return this.#rowHeight;
  }

  /** Place of the scroll bar, in pixels of the element. */
  get bar(): number {
    return this.#bar;
  }

  /** First row of which something is in sight. */
  get firstVisible(): number {
    return Math.min(Math.max(0, this.#rows - 1), Math.floor(this.#top / this.#rowHeight));
  }

  /** Whole rows that fit into the window. */
  get rowsInSight(): number {
    return Math.max(1, Math.floor(this.#viewport / this.#rowHeight));
  }

  get isAtEnd(): boolean {
    return this.#top >= this.#mostTop - 1;
  }

  /** Takes new sizes; the first row in sight stays where it is. True when something changed. */
  resize(rows: number, viewport: number, rowHeight: number): boolean {
    const same =
      rows === this.#rows && viewport === this.#viewport && rowHeight === this.#rowHeight;
    if (same) return false;
    const squeezed = this.#ratio;
    this.#top *= rowHeight / this.#rowHeight;
    this.#rows = rows;
    this.#viewport = viewport;
    this.#rowHeight = rowHeight;
    this.#top = this.#clamp(this.#top);
    // A list that only grows keeps its bar: the browser keeps the element's scroll position too.
    if (this.#ratio !== squeezed) this.#bar = this.#top / this.#ratio;
    return true;
  }

  /** The person moved the bar to `bar`. */
  scrolled(bar: number): void {
    const moved = bar - this.#bar;
    this.#bar = bar;
    if (bar <= 0) this.#top = 0;
    else if (bar >= this.#mostBar) this.#top = this.#mostTop;
    else if (this.#ratio === 1) this.#top = this.#clamp(bar);
    else if (Math.abs(moved) <= 2 * this.#viewport) this.#top = this.#clamp(this.#top + moved);
    else this.#top = this.#clamp(bar * this.#ratio);
  }

  /** Where the bar belongs for what is in sight; differs only in a squeezed list, after moving by pixels. */
  settle(): number {
    this.#bar = this.#top / this.#ratio;
    return this.#bar;
  }

  /** Brings a row to the top; gives the place of the bar. */
  goTo(row: number): number {
    this.#top = this.#clamp(row * this.#rowHeight);
    return this.settle();
  }

  goToEnd(): number {
    this.#top = this.#mostTop;
    return this.settle();
  }

  /** Moves as little as is needed to have all of a row in sight; null when it is. */
  reveal(row: number): number | null {
    const top = row * this.#rowHeight;
    const bottom = top + this.#rowHeight;
    if (top < this.#top) this.#top = this.#clamp(top);
    else if (bottom > this.#top + this.#viewport) this.#top = this.#clamp(bottom - this.#viewport);
    else return null;
    return this.settle();
  }

  window(): RowWindow {
    const firstSeen = Math.floor(this.#top / this.#rowHeight);
    const lastSeen = Math.ceil((this.#top + this.#viewport) / this.#rowHeight);
    const before = Math.min(margin, firstSeen, Math.floor(this.#bar / this.#rowHeight));
    const first = firstSeen - before;
    const end = Math.min(this.#rows, lastSeen + margin);
    const above = Math.max(0, this.#bar - (this.#top - first * this.#rowHeight));
    const below = Math.max(0, this.#height - above - (end - first) * this.#rowHeight);
    return { first, end, above, below };
  }

  /** Pixels of all rows as the element has them. */
  get #height(): number {
    return Math.min(mostPixels, this.#rows * this.#rowHeight);
  }

  get #mostTop(): number {
    return Math.max(0, this.#rows * this.#rowHeight - this.#viewport);
  }

  get #mostBar(): number {
    return Math.max(0, this.#height - this.#viewport);
  }

  /** Pixels of the list for one of the bar; 1 when nothing is squeezed. */
  get #ratio(): number {
    return this.#mostBar === 0 ? 1 : this.#mostTop / this.#mostBar;
  }

  #clamp(top: number): number {
    return Math.min(this.#mostTop, Math.max(0, top));
  }
}
