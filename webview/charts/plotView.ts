// The plot of a chart: gridlines under the canvas, limits, marks and the crosshair above it, and what the pointer and the keys do.
// To a screen reader it is a slider over the train steps.
import { html, nothing, type TemplateResult } from 'lit';
import { wholeNumber } from '../format/numbers.ts';
import { readingAt } from './chartSummary.ts';
import { type Plane, xAt } from './plane.ts';
import { groundLayer, signLayer } from './plotLayers.ts';
import { plotTip } from './plotTip.ts';
import type { PlotParts } from './reading.ts';

export function plotView(parts: PlotParts): TemplateResult {
  const { chart, board, desk } = parts;
  const plane = desk.drawingOf(chart, board)?.plane ?? null;
  if (plane === null) return html`<div class="plot" data-chart=${chart.id}></div>`;
  const { steps } = board.own.metrics;
  const step = steps[parts.index] ?? 0;
  return html`<div
    class="plot"
    data-chart=${chart.id}
    tabindex="0"
    role="slider"
    aria-label=${chart.title}
    aria-describedby="says-${chart.id}"
    aria-valuemin=${steps[0] ?? 0}
    aria-valuemax=${steps.at(-1) ?? 0}
    aria-valuenow=${step}
    aria-valuetext="Step ${wholeNumber(step)}: ${readingAt(chart, parts.data, parts.index)}"
    @pointermove=${(event: PointerEvent) => desk.point(chart.id, pixelOf(event), plane, board)}
    @pointerleave=${() => desk.leave()}
    @pointerdown=${(event: PointerEvent) => grasp(event, parts, plane)}
    @pointerup=${() => desk.endDrag(board, plane)}
    @pointercancel=${() => desk.dropDrag()}
    @blur=${() => desk.leave()}
    @dblclick=${() => desk.resetZoom()}
    @wheel=${(event: WheelEvent) => turn(event, parts, plane)}
    @keydown=${(event: KeyboardEvent) => press(event, parts, plane)}
  >
    ${groundLayer(parts, plane)}<canvas aria-hidden="true"></canvas>${signLayer(parts, plane)}
    ${desk.pointed === chart.id && desk.step !== null ? plotTip(parts, plane) : nothing}
  </div>`;
}

/** The pointer stays with the plot until it is let go, also outside of it. */
function grasp(event: PointerEvent, { desk }: PlotParts, plane: Plane): void {
  if (event.button !== 0) return;
  if (event.currentTarget instanceof Element) {
    event.currentTarget.setPointerCapture(event.pointerId);
  }
  desk.beginDrag(pixelOf(event), plane);
}

/** Without Ctrl the wheel scrolls the page, as everywhere. */
function turn(event: WheelEvent, { desk, board }: PlotParts, plane: Plane): void {
  if (!event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  desk.zoomAt(xAt(plane, pixelOf(event)), event.deltaY > 0 ? 1.25 : 0.8, board);
}

function press(event: KeyboardEvent, parts: PlotParts, plane: Plane): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !act(event, parts, plane)) return;
  event.preventDefault();
}

const far = 10;

/** False when the key means nothing here. */
function act(
  event: KeyboardEvent,
  { desk, board, chart, index }: PlotParts,
  plane: Plane,
): boolean {
  const by = event.shiftKey ? far : 1;
  const all = board.own.metrics.steps.length;
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: -by,
    ArrowRight: by,
    PageUp: far,
    PageDown: -far,
    Home: -all,
    End: all,
  };
  const move = moves[event.key];
  const middle = (plane.x.from + plane.x.to) / 2;
  const places = board.axis === 'step' ? board.own.metrics.steps : board.own.metrics.seconds;
  const about = desk.step === null ? middle : (places[index] ?? middle);
  if (move !== undefined) desk.move(chart.id, move, board);
  else if (event.key === '+' || event.key === '=') desk.zoomAt(about, 0.5, board);
  else if (event.key === '-') desk.zoomAt(about, 2, board);
  else if (event.key === '0') desk.resetZoom();
  else if (event.key === 'Escape' && desk.step !== null) desk.leave();
  else return false;
  return true;
}

/** From the left edge of the plot. */
function pixelOf(event: MouseEvent): number {
  const { currentTarget: plot } = event;
  return plot instanceof Element ? event.clientX - plot.getBoundingClientRect().left : 0;
}
