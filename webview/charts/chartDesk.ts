// What a person does with the charts of a page: one crosshair for all of them, a stretch that is drawn over with the pointer to
// come nearer, the wheel, the keys. And what is on the canvases: each is painted again only when its drawing or the theme changed.
import type { Chart } from './chart.ts';
import { hasFigures } from './chartData.ts';
import { type Board, placesOf } from './board.ts';
import { type Drawing, drawingOf } from './drawing.ts';
import { Memo } from './memo.ts';
import { Painter } from './painter.ts';
import { type Plane, type Range, xAt } from './plane.ts';
import { planeOf } from './chartPlane.ts';
import { nearestIndex } from './visibleIndexes.ts';
import { showing, zoomedAbout, zoomedTo } from './zoom.ts';

export interface DeskParts {
  readonly redraw: () => void;
  /** Shows another part of the axis; null for all of it. */
  readonly zoom: (to: Range | null) => void;
}

/** A stretch under way, in values of the axis. */
interface Drag {
  readonly from: number;
  readonly to: number;
}

export class ChartDesk {
  readonly #parts: DeskParts;
  readonly #painter = new Painter();
  readonly #drawings = new Map<string, Memo<{ plane: Plane; drawing: Drawing }>>();
  /** Pixels of a plot; 0 until the page was laid out. */
  #width = 0;
  #step: number | null = null;
  #pointed: string | null = null;
  #drag: Drag | null = null;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  /** Train step under the crosshair; null while nobody looks at one. */
  get step(): number | null {
    return this.#step;
  }

  /** The chart under the pointer or with the focus. */
  get pointed(): string | null {
    return this.#pointed;
  }

  get drag(): Drag | null {
    return this.#drag;
  }

  /** Null until the page was laid out, and for a chart without figures. */
  drawingOf(chart: Chart, board: Board): { plane: Plane; drawing: Drawing } | null {
    const data = board.own.data.get(chart.id);
    if (this.#width === 0 || data === undefined || !hasFigures(data)) return null;
    const memo = this.#drawings.get(chart.id) ?? new Memo();
    this.#drawings.set(chart.id, memo);
    const others = board.others.flatMap((run) => {
      const known = run.data.get(chart.id);
      return known === undefined ? [] : [{ xs: placesOf(run, board.axis), data: known }];
    });
    const own = { xs: placesOf(board.own, board.axis), data };
    const { from, to } = board.shown;
    const given = [chart, data, own.xs, this.#width, from, to, board.smooth];
    return memo.get([...given, ...others.map((other) => other.data)], () => {
      const plane = planeOf({ chart, own, others, width: this.#width, x: { from, to } });
      return { plane, drawing: drawingOf({ chart, own, others, plane, smooth: board.smooth }) };
    });
  }

  /** After the page was drawn or scrolled: measures, and paints what changed of the charts that a person can see. */
  drawn(root: ParentNode): void {
    const plots = [...root.querySelectorAll<HTMLElement>('.plot')];
    const width = plots.find((plot) => plot.clientWidth > 0)?.clientWidth ?? this.#width;
    if (width !== this.#width) {
      this.#width = width;
      this.#parts.redraw();
      return;
    }
    for (const plot of plots.filter(isNearWindow)) {
      const canvas = plot.querySelector('canvas');
      const drawing = this.#drawings.get(plot.dataset['chart'] ?? '')?.value?.drawing;
      if (canvas !== null && drawing !== undefined) this.#painter.paint(canvas, drawing);
    }
  }

  /** The pointer is over a chart. @param pixel from the left edge of the plot */
  point(id: string, pixel: number, plane: Plane, board: Board): void {
    const x = xAt(plane, pixel);
    if (this.#drag !== null) this.#drag = { ...this.#drag, to: x };
    this.#goTo(id, nearestIndex(placesOf(board.own, board.axis), x), board);
  }

  /** The pointer left, or the focus did. */
  leave(): void {
    if (this.#drag !== null) return;
    this.#step = null;
    this.#pointed = null;
    this.#parts.redraw();
  }

  beginDrag(pixel: number, plane: Plane): void {
    const x = xAt(plane, pixel);
    this.#drag = { from: x, to: x };
  }

  /** Shows the stretch. @param leastPixels shorter ones were a click */
  endDrag(board: Board, plane: Plane, leastPixels = 6): void {
    const drag = this.#drag;
    this.#drag = null;
    if (drag === null) return;
    const pixels = (Math.abs(drag.to - drag.from) / (plane.x.to - plane.x.from)) * plane.width;
    if (pixels < leastPixels) return;
    this.#parts.zoom(zoomedTo(drag.from, drag.to, board.whole));
  }

  /** A drag that the browser took away. */
  dropDrag(): void {
    this.#drag = null;
    this.#parts.redraw();
  }

  /** @param factor below 1 comes nearer */
  zoomAt(x: number, factor: number, board: Board): void {
    this.#parts.zoom(zoomedAbout(board.shown, board.whole, x, factor));
  }

  resetZoom(): void {
    this.#parts.zoom(null);
  }

  /** Moves the crosshair by train steps that are known, from the last one at first, and the shown part with it. */
  move(id: string, by: number, board: Board): void {
    const { steps } = board.own.metrics;
    const last = steps.length - 1;
    const at = this.#step === null ? last : (nearestIndex(steps, this.#step) ?? last);
    const index = Math.min(Math.max(at + by, 0), last);
    this.#goTo(id, index, board);
    const x = placesOf(board.own, board.axis)[index];
    if (x === undefined || (x >= board.shown.from && x <= board.shown.to)) return;
    this.#parts.zoom(showing(board.shown, board.whole, x));
  }

  #goTo(id: string, index: number | null, board: Board): void {
    this.#step = index === null ? null : (board.own.metrics.steps[index] ?? null);
    this.#pointed = id;
    this.#parts.redraw();
  }
}

/** Pixels above and below the window: what is scrolled into it is there already. */
const nearPixels = 200;

function isNearWindow(plot: HTMLElement): boolean {
  const { top, bottom } = plot.getBoundingClientRect();
  return bottom > -nearPixels && top < window.innerHeight + nearPixels;
}
