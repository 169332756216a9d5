// What is written at the horizontal axis, and how a place on it is named.
import type { ChartAxis } from '../../runtime/contract/runPanel.ts';
import { wholeNumber } from '../format/numbers.ts';
import { type Board, placeOf } from './board.ts';
import type { Range } from './plane.ts';
import { stepTicks, timeTicks } from './ticks.ts';

/** Pixels that one label needs. */
const labelWidth = 64;

export interface AxisTick {
  readonly x: number;
  readonly words: string;
}

/** @param width pixels of the axis */
export function axisTicks(axis: ChartAxis, range: Range, width: number): readonly AxisTick[] {
  const most = Math.floor(width / labelWidth);
  const ticks = axis === 'step' ? stepTicks(range, most) : timeTicks(range, most);
  return ticks.map((x, index) => ({ x, words: tickWords(axis, x, index === 0) }));
}

/** The first label says what the numbers are. */
function tickWords(axis: ChartAxis, x: number, isFirst: boolean): string {
  if (axis === 'time') return shortTime(x);
  return isFirst ? `step ${wholeNumber(x)}` : wholeNumber(x);
}

/** Where the crosshair stands, or the newest train step where nobody looks at one: `Step 248, 6 h 37 min after the first`. */
export function axisPlace({ own }: Board, step: number | null): string {
  const last = own.metrics.steps.at(-1);
  if (last === undefined) return '';
  if (step === null) return `Step ${wholeNumber(last)}, the newest`;
  const seconds = placeOf(own.metrics, 'time', step);
  return `Step ${wholeNumber(step)}, ${shortTime(seconds)} after the first`;
}

const parts = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** `45 s`, `10 min`, `1 h 30 min`, `2 d 6 h`: the greatest unit and, where it is not even, the next one. */
export function shortTime(seconds: number): string {
  const whole = Math.round(seconds);
  const first = parts.findIndex(([size]) => whole >= size);
  const greatest = parts[first];
  if (greatest === undefined) return '0 s';
  const [size, unit] = greatest;
  const next = parts[first + 1];
  // From ten minutes on seconds say nothing.
  const isRound = next === undefined || (unit === 'min' && whole >= 10 * size);
  const rest = isRound ? 0 : Math.floor((whole % size) / next[0]);
  const head = `${Math.floor(whole / size)} ${unit}`;
  return isRound || rest === 0 ? head : `${head} ${rest} ${next[1]}`;
}
