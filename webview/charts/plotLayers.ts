// What is drawn around the figures of a chart: below them the gridlines with their labels and where nothing is known, above them
// limits, marks, the crosshair and a stretch under way.
import { nothing, svg, type SVGTemplateResult, html, type TemplateResult } from 'lit';
import { wholeNumber } from '../format/numbers.ts';
import { axisTicks } from './axisWords.ts';
import { type Mark, placesOf } from './board.ts';
import { formatTick } from './formats.ts';
import { margins, type Plane, xOf, yOf } from './plane.ts';
import type { PlotParts } from './reading.ts';
import { upwardTicks } from './ticks.ts';

const unknownPattern = 'unknown-zone';

/** The stripes of what is not known. Once on a page that has charts. */
export function unknownStripes(): TemplateResult {
  return html`<svg class="sr" aria-hidden="true">
    <defs>
      <pattern
        id=${unknownPattern}
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(-45)"
      >
        <rect class="unknown-stripe" width="1" height="6" />
      </pattern>
    </defs>
  </svg>`;
}

export function groundLayer({ chart, board }: PlotParts, plane: Plane): TemplateResult {
  const room = plane.width - margins.left - margins.right;
  const along = axisTicks(board.axis, board.shown, room);
  return layer(
    plane,
    svg`${upwardTicks(plane.y).map((tick, index) => {
      const y = Math.round(yOf(plane, tick)) + 0.5;
      return svg`<line class=${index === 0 ? 'baseline' : 'gridline'} x1=${margins.left}
          x2=${plane.width - margins.right} y1=${y} y2=${y}/>
        <text class="axis" text-anchor="end" x=${margins.left - 6} y=${y + 3.5}>${formatTick(chart.format, tick)}</text>`;
    })}${along.map(({ x, words }, index) => alongTick(plane, x, words, index === 0))}
    ${unknownZone(plane, board.unknownFrom)}`,
  );
}

/** The first label begins at its place, where others have their middle: it is the longest one. */
function alongTick(plane: Plane, x: number, words: string, isFirst: boolean): SVGTemplateResult {
  const at = xOf(plane, x);
  const isLast = at > plane.width - margins.right - 16;
  const anchor = isLast ? 'end' : isFirst && at < margins.left + 20 ? 'start' : 'middle';
  return svg`<text class="axis" text-anchor=${anchor} x=${at} y=${plane.height - 3}>${words}</text>`;
}

function unknownZone(plane: Plane, from: number | null): SVGTemplateResult | typeof nothing {
  if (from === null || from >= plane.x.to) return nothing;
  const left = xOf(plane, Math.max(from, plane.x.from));
  return svg`<rect fill="url(#${unknownPattern})" x=${left} y=${margins.top}
    width=${plane.width - margins.right - left} height=${plane.height - margins.top - margins.bottom}/>`;
}

export function signLayer(parts: PlotParts, plane: Plane): TemplateResult {
  const { chart, board } = parts;
  const limits = (chart.limits ?? []).filter(({ value }) => value <= plane.y.to);
  return layer(
    plane,
    svg`${limits.map(({ value, words }) => limitLine(plane, value, words))}
      ${board.marks.filter(({ x }) => isShown(plane, x)).map((mark) => markLine(plane, mark))}
      ${crosshair(parts, plane)}${stretch(parts, plane)}`,
  );
}

function limitLine(plane: Plane, value: number, words: string): SVGTemplateResult {
  const y = yOf(plane, value);
  const under = y < margins.top + 12;
  return svg`<line class="limit" x1=${margins.left} x2=${plane.width - margins.right} y1=${y} y2=${y}/>
    <text class="axis haloed" x=${margins.left + 4} y=${under ? y + 12 : y - 4}>${words}</text>`;
}

/** A diamond with a dashed line for a checkpoint, a cross with a solid one for the end. */
function markLine(plane: Plane, { x, kind, words }: Mark): SVGTemplateResult {
  const at = xOf(plane, x);
  const { top } = margins;
  const sign =
    kind === 'checkpoint'
      ? `M${at} ${top - 5}l4 4l-4 4l-4 -4z`
      : `M${at - 3.5} ${top - 4.5}l7 7m0 -7l-7 7`;
  return svg`<g class="mark ${kind}"><title>${words}</title>
    <line x1=${at} x2=${at} y1=${top} y2=${plane.height - margins.bottom}/><path d=${sign}/></g>`;
}

function crosshair(
  { chart, board, data, desk, index }: PlotParts,
  plane: Plane,
): SVGTemplateResult | typeof nothing {
  const x = placesOf(board.own, board.axis)[index];
  if (desk.step === null || x === undefined || !isShown(plane, x)) return nothing;
  const at = xOf(plane, x);
  const values = board.smooth ? data.smooth : data.raw;
  const dots = chart.kind === 'stack' ? [] : chart.series;
  return svg`<line class="cross" x1=${at} x2=${at} y1=${margins.top} y2=${plane.height - margins.bottom}/>
    ${dots.map(({ tone }, one) => dot(plane, at, tone, values[one]?.[index] ?? null))}
    ${chip(plane, at, wholeNumber(board.own.metrics.steps[index] ?? 0))}`;
}

function dot(plane: Plane, x: number, tone: string, value: number | null): unknown {
  if (value === null) return nothing;
  return svg`<circle class="dot ${tone}" cx=${x} cy=${yOf(plane, value)} r="3"/>`;
}

/** The train step, on the axis. */
function chip(plane: Plane, x: number, words: string): SVGTemplateResult {
  const width = 10 + 7 * words.length;
  const middle = Math.min(x, plane.width - width / 2);
  return svg`<rect class="chip-ground" x=${middle - width / 2} y=${plane.height - 15} width=${width} height="15" rx="2"/>
    <text class="chip-words" text-anchor="middle" x=${middle} y=${plane.height - 4}>${words}</text>`;
}

function stretch({ desk, chart }: PlotParts, plane: Plane): SVGTemplateResult | typeof nothing {
  const { drag, pointed } = desk;
  if (drag === null || pointed !== chart.id) return nothing;
  const [left, right] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
  return svg`<rect class="stretch" x=${xOf(plane, left)} y=${margins.top}
    width=${xOf(plane, right) - xOf(plane, left)} height=${plane.height - margins.top - margins.bottom}/>`;
}

function isShown(plane: Plane, x: number): boolean {
  return x >= plane.x.from && x <= plane.x.to;
}

function layer({ width, height }: Plane, content: SVGTemplateResult): TemplateResult {
  return html`<svg class="layer" viewBox="0 0 ${width} ${height}" aria-hidden="true">
    ${content}
  </svg>`;
}
