// The scrolling column of steps: which items are drawn, where it stands, jumping to a step, and staying at the end of a
// rollout under way. Works whether the column scrolls or, on a narrow page, the window. Draws nothing itself.
import { ItemHeights } from './itemHeights.ts';
import type { PageItem } from './pageItems.ts';

/** Drawn beyond what is seen, and how near to the end counts as the end, in pixels. */
const margin = 900;
const endDistance = 48;
const guessedHeight = 260;
/** Frames in which a jump corrects itself: heights become known as items are drawn. */
const settleFrames = 5;
const lastFrames = 12;

export interface ColumnRange {
  readonly first: number;
  readonly end: number;
  readonly before: number;
  readonly after: number;
}

export class StepColumn {
  readonly #heights = new ItemHeights(guessedHeight);
  readonly #redraw: () => void;
  readonly #observer = new ResizeObserver((entries) => this.#measure(entries));
  readonly #stopped = new AbortController();
  #column: HTMLElement | null = null;
  #items: readonly PageItem[] = [];
  #range: ColumnRange = { first: 0, end: 0, before: 0, after: 0 };
  #jump: { key: string; focus: boolean; frames: number } | null = null;
  #lastTop = 0;
  #width = 0;
  /** True while there is an end to follow. */
  #moving = false;
  #following = false;
  /** Drawings left in which the end stays in view after the rollout ended: its answer is drawn then. */
  #endFrames = 0;

  constructor(redraw: () => void) {
    this.#redraw = redraw;
    const { signal } = this.#stopped;
    // Scrolling does not bubble; both the column and the window are heard on the way down.
    window.addEventListener('scroll', () => this.#scrolled(), { signal, capture: true });
    window.addEventListener('resize', () => this.#redraw(), { signal });
    for (const kind of ['wheel', 'touchmove', 'pointerdown'] as const) {
      window.addEventListener(kind, () => this.#letGo(), { signal, passive: true });
    }
  }

  /** True while the newest text stays in view. */
  get following(): boolean {
    return this.#moving && this.#following;
  }

  stop(): void {
    this.#stopped.abort();
    this.#observer.disconnect();
  }

  get range(): ColumnRange {
    return this.#range;
  }

  /**
   * The part of the items that is drawn.
   * @param moving whether a rollout is under way, so that its end can be followed
   */
  rangeOf(items: readonly PageItem[], moving: boolean): ColumnRange {
    this.#items = items;
    if (this.following && !moving) this.#endFrames = lastFrames;
    this.#moving = moving;
    this.#heights.setKeys(items.map(({ key }) => key));
    this.#range = this.#computeRange();
    return this.#range;
  }

  /** Call after each drawing, with the element that holds the items. */
  drawn(column: HTMLElement | null): void {
    this.#column = column;
    if (column === null) return;
    this.#observe(column);
    this.#settle(column);
    this.#stayAtEnd(column);
    if (!sameRange(this.#computeRange(), this.#range)) this.#redraw();
  }

  jumpTo(key: string, focus: boolean): void {
    this.#following = false;
    this.#jump = { key, focus, frames: settleFrames };
    this.#redraw();
  }

  follow(): void {
    this.#following = true;
    this.#jump = null;
    this.#redraw();
  }

  /** Keys of the items that are in view, top to bottom; null while a jump is under way. */
  visibleKeys(): readonly string[] | null {
    const column = this.#column;
    if (this.#jump !== null || column === null) return null;
    const view = viewOf(column);
    return [...column.querySelectorAll<HTMLElement>('[data-item]')]
      .filter((item) => {
        const { top, bottom } = item.getBoundingClientRect();
        return bottom > view.top + 1 && top < view.bottom - 1;
      })
      .map((item) => item.dataset['item'] ?? '');
  }

  /** A person moves the page by hand. */
  #letGo(): void {
    this.#jump = null;
    this.#endFrames = 0;
  }

  #scrolled(): void {
    const column = this.#column;
    if (column === null) return;
    const { scrollTop } = scrollerOf(column);
    if (distanceToEnd(column) < endDistance) this.#following = this.#moving;
    else if (scrollTop < this.#lastTop - 2) this.#following = false;
    this.#lastTop = scrollTop;
    this.#redraw();
  }

  #computeRange(): ColumnRange {
    const { top, bottom } = this.#seen();
    const first = this.#heights.placeAt(top - margin);
    const end = Math.min(this.#items.length, this.#heights.placeAt(bottom + margin) + 1);
    const before = this.#heights.topOf(first);
    return { first, end, before, after: this.#heights.total - this.#heights.topOf(end) };
  }

  /** What is seen of the column, in its own pixels; where a jump leads while one is under way. */
  #seen(): { top: number; bottom: number } {
    const list = this.#column?.querySelector('[data-items]');
    if (this.#column === null || list === null || list === undefined) {
      return { top: 0, bottom: window.innerHeight };
    }
    const view = viewOf(this.#column);
    const height = view.bottom - view.top;
    const place = this.#items.findIndex(({ key }) => key === this.#jump?.key);
    const top =
      place === -1 ? view.top - list.getBoundingClientRect().top : this.#heights.topOf(place);
    return { top, bottom: top + height };
  }

  #observe(column: HTMLElement): void {
    if (this.#width !== column.clientWidth) this.#heights.clear();
    this.#width = column.clientWidth;
    // Observing what is observed already changes nothing; what was taken off the page is let go by the browser.
    for (const item of column.querySelectorAll('[data-item]')) this.#observer.observe(item);
  }

  #measure(entries: readonly ResizeObserverEntry[]): void {
    let changed = false;
    for (const { target } of entries) {
      if (!(target instanceof HTMLElement) || !target.isConnected) continue;
      const key = target.dataset['item'] ?? '';
      changed = this.#heights.measure(key, target.offsetHeight) || changed;
    }
    if (changed && !sameRange(this.#computeRange(), this.#range)) this.#redraw();
  }

  #settle(column: HTMLElement): void {
    const jump = this.#jump;
    if (jump === null) return;
    const item = column.querySelector<HTMLElement>(`[data-item="${CSS.escape(jump.key)}"]`);
    if (item !== null) {
      item.scrollIntoView({ block: 'start' });
      if (jump.focus) item.focus({ preventScroll: true });
    }
    this.#lastTop = scrollerOf(column).scrollTop;
    // What is still being read will be drawn again, and higher.
    if (column.querySelector('[data-waiting]') !== null) return;
    this.#jump = jump.frames > 1 ? { ...jump, frames: jump.frames - 1 } : null;
    this.#redraw();
  }

  #stayAtEnd(column: HTMLElement): void {
    if (this.#jump !== null || !(this.following || this.#endFrames > 0)) return;
    this.#toEnd(column);
    if (this.#endFrames === 0) return;
    this.#endFrames -= 1;
    this.#redraw();
  }

  #toEnd(column: HTMLElement): void {
    const scroller = scrollerOf(column);
    const distance = distanceToEnd(column);
    if (distance > 1) scroller.scrollTop += distance;
    this.#lastTop = scroller.scrollTop;
  }
}

function sameRange(a: ColumnRange, b: ColumnRange): boolean {
  return a.first === b.first && a.end === b.end && Math.abs(a.before - b.before) < 1;
}

/** From where on the columns of the page scroll by themselves, as trajectory.css has it. */
const wide = window.matchMedia('(min-width: 1000px)');

/** The column on a wide page, the window on a narrow one. */
function scrollerOf(column: HTMLElement): Element {
  return wide.matches ? column : (document.scrollingElement ?? document.documentElement);
}

function viewOf(column: HTMLElement): { top: number; bottom: number } {
  if (scrollerOf(column) !== column) return { top: 0, bottom: window.innerHeight };
  const { top, bottom } = column.getBoundingClientRect();
  return { top, bottom };
}

/** Pixels of the column below what is seen. */
function distanceToEnd(column: HTMLElement): number {
  if (scrollerOf(column) === column) {
    return column.scrollHeight - column.scrollTop - column.clientHeight;
  }
  return column.getBoundingClientRect().bottom - window.innerHeight;
}
