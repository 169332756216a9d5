// Which columns the list has at a width. Narrow pages drop first what is least asked for; nothing is squeezed until it cannot
// be read.
import type { SortKey } from '../../runtime/contract/viewing.ts';

export type ColumnName =
  | 'line'
  | 'task'
  | 'stop'
  | 'steps'
  | 'reward'
  | 'verdict'
  | 'secondVerdict'
  | 'tokens'
  | 'seconds';

export interface Column {
  readonly name: ColumnName;
  readonly words: string;
  /** Class of the theme that gives the width; none takes what is left. */
  readonly width: string;
  readonly numeric: boolean;
  /** What a click on the head sorts by. */
  readonly sort: SortKey | null;
  /** Page width, in pixels, from which on it is shown. */
  readonly from: number;
}

const wide = 1000;
const middle = 641;

const all: readonly Column[] = [
  { name: 'line', words: 'Line', width: 'w-line', numeric: true, sort: 'line', from: 0 },
  { name: 'task', words: 'Task', width: '', numeric: false, sort: 'question', from: 0 },
  {
    name: 'stop',
    words: 'Stopped by',
    width: 'w-stop',
    numeric: false,
    sort: 'stopReason',
    from: middle,
  },
  { name: 'steps', words: 'Steps', width: 'w-steps', numeric: true, sort: 'steps', from: wide },
  { name: 'reward', words: 'Reward', width: 'w-rew', numeric: true, sort: 'reward', from: 0 },
  { name: 'verdict', words: 'Verdict', width: 'w-ver', numeric: false, sort: null, from: 0 },
  { name: 'secondVerdict', words: '', width: 'w-ver2', numeric: false, sort: null, from: middle },
  { name: 'tokens', words: 'Tokens', width: 'w-tok', numeric: true, sort: 'tokens', from: wide },
  { name: 'seconds', words: 'Seconds', width: 'w-sec', numeric: true, sort: 'seconds', from: wide },
];

/** `judges` are the names met so far, in the order in which they judged; a second one gets a column. */
export function columnsAt(width: number, judges: readonly string[]): readonly Column[] {
  return all.flatMap((column) => {
    if (width < column.from) return [];
    if (column.name === 'verdict') return [{ ...column, words: judges[0] ?? column.words }];
    if (column.name !== 'secondVerdict') return [column];
    return judges[1] === undefined ? [] : [{ ...column, words: judges[1] }];
  });
}

/** At this width the filters are behind a button and words are short. */
export function isNarrow(width: number): boolean {
  return width < middle;
}
