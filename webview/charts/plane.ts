// The rectangle that a chart is drawn in, and where a value lies on it. Pixels of the page, from the upper left corner.

export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly x: Range;
  readonly y: Range;
}

/** Left is the gutter of the axis, the same for all charts, so that one crosshair can run through them. */
export const margins = { left: 44, right: 8, top: 8, bottom: 18 } as const;

export function xOf({ width, x }: Plane, value: number): number {
  const room = width - margins.left - margins.right;
  return margins.left + (room * (value - x.from)) / spanOf(x);
}

/** Values outside of the range lie on its edge. */
export function yOf({ height, y }: Plane, value: number): number {
  const room = height - margins.top - margins.bottom;
  const inside = Math.min(Math.max(value, y.from), y.to);
  return margins.top + room * (1 - (inside - y.from) / spanOf(y));
}

/** The value at a place, inside of the range. */
export function xAt({ width, x }: Plane, pixel: number): number {
  const room = width - margins.left - margins.right;
  const share = room <= 0 ? 0 : (pixel - margins.left) / room;
  return x.from + spanOf(x) * Math.min(Math.max(share, 0), 1);
}

function spanOf({ from, to }: Range): number {
  return to > from ? to - from : 1;
}
