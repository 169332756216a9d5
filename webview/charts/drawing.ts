// The lines and areas of a chart in pixels, from its figures. Pure, so that it can be looked at without a canvas.
import type { Chart, Dash, Series, Texture, Tone } from './chart.ts';
import type { ChartData } from './chartData.ts';
import type { Values } from './figure.ts';
import { type Plane, xOf, yOf } from './plane.ts';
import { visibleIndexes } from './visibleIndexes.ts';

/** x and y of each point, one after the other. */
export type Points = readonly number[];

export interface Line {
  /** `other` is the run that this one is compared with. */
  readonly tone: Tone | 'other';
  readonly dash: Dash;
  readonly width: number;
  readonly opacity: number;
  /** Stretches without a gap. */
  readonly stretches: readonly Points[];
}

export interface Area {
  readonly tone: Tone;
  readonly texture: Texture;
  /** Outlines, one for each stretch without a gap. */
  readonly outlines: readonly Points[];
}

export interface Drawing {
  readonly areas: readonly Area[];
  readonly lines: readonly Line[];
}

/** A run's figures and where they lie from left to right. */
export interface Drawn {
  readonly xs: readonly number[];
  readonly data: ChartData;
}

export interface DrawingParts {
  readonly chart: Pick<Chart, 'kind' | 'series'>;
  readonly own: Drawn;
  readonly others: readonly Drawn[];
  readonly plane: Plane;
  readonly smooth: boolean;
}

export function drawingOf(parts: DrawingParts): Drawing {
  const { areas, lines } = parts.chart.kind === 'stack' ? stack(parts) : curves(parts);
  return { areas, lines: [...lines, ...parts.others.map((other) => otherLine(other, parts))] };
}

function curves({ chart, own, plane, smooth }: DrawingParts): Drawing {
  const lineOf = (series: Series, values: Values | undefined, look: LineLook): Line => ({
    ...look,
    tone: series.tone,
    stretches: stretchesOf(own.xs, values ?? [], plane),
  });
  const raw = chart.series.map((one, index) =>
    lineOf(one, own.data.raw[index], { dash: 'solid', width: 1, opacity: 0.35 }),
  );
  const thick = chart.series.map((one, index) => {
    const values = smooth ? own.data.smooth : own.data.raw;
    return lineOf(one, values[index], { dash: one.dash ?? 'solid', width: 1.75, opacity: 1 });
  });
  return { areas: [], lines: smooth ? [...raw, ...thick] : thick };
}

type LineLook = Pick<Line, 'dash' | 'width' | 'opacity'>;

function stack({ chart, own, plane, smooth }: DrawingParts): Drawing {
  const values = smooth ? own.data.smooth : own.data.raw;
  const areas: Area[] = [];
  const lines: Line[] = [];
  let base: Values = own.xs.map(() => 0);
  for (const [index, { tone, texture = 'solid' }] of chart.series.entries()) {
    const top = onTop(base, values[index] ?? [], own.data.main);
    areas.push({ tone, texture, outlines: outlinesOf(own.xs, base, top, plane) });
    const stretches = stretchesOf(own.xs, top, plane);
    lines.push({ tone, dash: 'solid', width: 1.25, opacity: 1, stretches });
    base = top;
  }
  return { areas, lines };
}

/** A part that is missing beside others counts as nothing; where all are missing there is a gap. */
function onTop(base: Values, values: Values, whole: Values): Values {
  return base.map((below, index) =>
    (whole[index] ?? null) === null ? null : (below ?? 0) + (values[index] ?? 0),
  );
}

function otherLine({ xs, data }: Drawn, { plane, smooth }: DrawingParts): Line {
  const values = smooth ? data.smoothMain : data.main;
  const look: LineLook = { dash: 'dot', width: 1.5, opacity: 1 };
  return { ...look, tone: 'other', stretches: stretchesOf(xs, values, plane) };
}

function stretchesOf(xs: readonly number[], values: Values, plane: Plane): readonly Points[] {
  const stretches: number[][] = [];
  let open: number[] | null = null;
  const { first, last } = visibleIndexes(xs, plane.x);
  for (let index = first; index <= last; index += 1) {
    const value = values[index] ?? null;
    if (value === null) {
      open = null;
      continue;
    }
    if (open === null) stretches.push((open = []));
    open.push(xOf(plane, xs[index] ?? 0), yOf(plane, value));
  }
  return stretches;
}

/** Along the top, and back along the base. */
function outlinesOf(
  xs: readonly number[],
  base: Values,
  top: Values,
  plane: Plane,
): readonly Points[] {
  const lower = stretchesOf(
    xs,
    top.map((value, index) => (value === null ? null : (base[index] ?? 0))),
    plane,
  );
  return stretchesOf(xs, top, plane).map((upper, index) => [
    ...upper,
    ...backwards(lower[index] ?? []),
  ]);
}

function backwards(points: Points): Points {
  const turned: number[] = [];
  for (let at = points.length - 2; at >= 0; at -= 2) {
    turned.push(points[at] ?? 0, points[at + 1] ?? 0);
  }
  return turned;
}
