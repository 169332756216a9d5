// Which rows of a long list of equal rows are drawn, and how much room the others take. Pure.

export interface RowWindow {
  /** First row that is drawn, from 0, and the one after the last. */
  readonly first: number;
  readonly end: number;
  /** Pixels before and after the drawn rows. */
  readonly before: number;
  readonly after: number;
}

export interface RowWindowInput {
  readonly count: number;
  readonly rowHeight: number;
  readonly scrollTop: number;
  readonly height: number;
}

/** Rows drawn beyond what is seen, on each side. */
const margin = 10;
/** Lists up to this long are drawn whole. */
const whole = 60;

export function rowWindow({ count, rowHeight, scrollTop, height }: RowWindowInput): RowWindow {
  if (count <= whole) return { first: 0, end: count, before: 0, after: 0 };
  const seen = Math.ceil(height / rowHeight);
  const top = Math.min(Math.max(0, Math.floor(scrollTop / rowHeight)), Math.max(0, count - seen));
  const first = Math.max(0, top - margin);
  const end = Math.min(count, top + seen + margin);
  return { first, end, before: first * rowHeight, after: (count - end) * rowHeight };
}
