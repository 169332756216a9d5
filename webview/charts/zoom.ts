// The part of the axis that is shown, as a person changes it. Null stands for all of it.
import type { Range } from './plane.ts';

/** Of the whole axis; less shows nothing that can be told apart. */
const leastShare = 1 / 200;

/** @param factor below 1 comes nearer; the place keeps where it is on the screen */
export function zoomedAbout(shown: Range, whole: Range, x: number, factor: number): Range | null {
  const from = x - (x - shown.from) * factor;
  return within({ from, to: from + (shown.to - shown.from) * factor }, whole);
}

/** From one place to another, in any order. Null when they are the same, so that a click does nothing. */
export function zoomedTo(one: number, other: number, whole: Range): Range | null {
  return one === other
    ? null
    : within({ from: Math.min(one, other), to: Math.max(one, other) }, whole);
}

/** Moved just so far that the place is shown. */
export function showing(shown: Range, whole: Range, x: number): Range | null {
  const over = x > shown.to ? x - shown.to : Math.min(x - shown.from, 0);
  return within({ from: shown.from + over, to: shown.to + over }, whole);
}

function within(wanted: Range, whole: Range): Range | null {
  const all = whole.to - whole.from;
  const span = Math.max(wanted.to - wanted.from, all * leastShare);
  if (span >= all) return null;
  const from = Math.min(Math.max(wanted.from, whole.from), whole.to - span);
  return { from, to: from + span };
}
