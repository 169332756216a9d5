// Where an axis has its marks: three even numbers upwards, as many as there is room for from left to right.
import type { Scale } from './chart.ts';
import type { Range } from './plane.ts';

/** Tops of a range whose half is an even number too. */
const tops = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10];

/** The range of a chart's values. Without values it is the one from 0 to 1. */
export function rangeOf(scale: Scale, values: readonly number[]): Range {
  if (typeof scale !== 'string') return { from: scale[0], to: scale[1] };
  const least = Math.min(...values);
  const greatest = Math.max(...values);
  if (!Number.isFinite(least) || !Number.isFinite(greatest)) return { from: 0, to: 1 };
  if (scale === 'high-share') return { from: least >= 0.5 ? 0.5 : 0, to: 1 };
  const to = greatest > 0 ? topOf(greatest) : 0;
  const from = least < 0 ? -topOf(-least) : 0;
  return from === to ? { from: 0, to: 1 } : { from, to };
}

/** Lower end, middle and upper end. */
export function upwardTicks({ from, to }: Range): readonly [number, number, number] {
  return [from, (from + to) / 2, to];
}

/** Multiples of 1, 2 or 5 and a power of ten, never of less than one step. */
export function stepTicks(range: Range, most: number): readonly number[] {
  const rough = (range.to - range.from) / Math.max(most, 1);
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? power;
  return multiples(range, step);
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const times = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minute),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hour),
  ...[1, 2, 7, 14, 28].map((days) => days * day),
];

/** Multiples of what clocks count in. The range is in seconds. */
export function timeTicks(range: Range, most: number): readonly number[] {
  const rough = (range.to - range.from) / Math.max(most, 1);
  const step = times.find((one) => one >= rough) ?? Math.ceil(rough / day) * day;
  return multiples(range, step);
}

function multiples({ from, to }: Range, step: number): readonly number[] {
  const first = Math.ceil(from / step);
  const last = Math.floor(to / step);
  return Array.from(
    { length: Math.max(last - first + 1, 0) },
    (_, index) => (first + index) * step,
  );
}

/** The least of the tops that is not below. */
function topOf(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const share = value / power;
  // What is a hair above a top through rounding is that top.
  return (tops.find((one) => one >= share - 1e-9) ?? 10) * power;
}
