// How much of the true calls a reply's calls get right: names, then keys and values of the best call of the same name. Pure.
import { bestAssignment } from '../assignment.ts';
import { isDict, pythonEquals, type PythonValue } from '../python/pythonValue.ts';
import type { WrittenCall } from '../toolCalls.ts';
import type { ToolRlSettings } from './toolRlSettings.ts';
import type { TrueCall } from './toolRlTruth.ts';

/** Points got and points to get; `most` is at least 1. */
export interface Points {
  readonly got: number;
  readonly most: number;
}

type Detail = Pick<ToolRlSettings, 'detail' | 'exactLists' | 'matching'>;

/** Null when a call that has to be compared says no parameters, or a name that Python could not count. */
export function compareCalls(
  truth: readonly TrueCall[],
  found: readonly WrittenCall[],
  settings: Detail,
): Points | null {
  const most = pointsOf(truth, settings);
  const [wholeTruth, wholeFound] = [truth, found].map((calls) => calls.map(({ whole }) => whole));
  if (pythonEquals(wholeTruth ?? [], wholeFound ?? [])) return { got: most, most };
  if (settings.detail === 'list') return { got: 0, most };
  if (!settings.exactLists && found.some(({ name }) => isUncountable(name))) return null;
  const table = truth.map((call) => found.map((one) => pairPoints(call, one, settings)));
  if (table.some((row) => row.includes(null))) return null;
  const scores = table.map((row) => row.map((points) => points ?? 0));
  const names = overlap(
    truth.map(({ name }) => name),
    found.map(({ name }) => name),
    settings.exactLists,
  );
  const matched = settings.matching === 'greedy' ? greedy(scores) : bestAssignment(scores);
  return { got: names + matched, most };
}

/** Python counts names in a dictionary, where lists and dictionaries cannot be keys. */
function isUncountable(name: PythonValue): boolean {
  return typeof name === 'object' && name !== null;
}

/** One for the names, and for each call one for the keys and one for each value, or one for the call as a whole. */
function pointsOf(truth: readonly TrueCall[], { detail }: Detail): number {
  return truth.reduce(
    (sum, { parameters }) => sum + 1 + (detail === 'values' ? parameters.size : 0),
    1,
  );
}

/** 0 for calls of different names; null when there are no parameters to compare. */
function pairPoints(
  truth: TrueCall,
  found: WrittenCall,
  { detail, exactLists }: Detail,
): number | null {
  if (!pythonEquals(truth.name, found.name)) return 0;
  if (detail === 'calls') return pythonEquals(truth.whole, found.whole) ? 1 : 0;
  const { parameters } = found;
  if (!isDict(parameters)) return null;
  const keys = overlap([...truth.parameters.keys()], [...parameters.keys()], exactLists);
  const values = [...truth.parameters].filter(([key, value]) => {
    const given = parameters.get(key);
    return given !== undefined && pythonEquals(given, value);
  });
  return keys + values.length;
}

/** In 0..1: shared members over all members, each as often as it is there; with `exact` only equal lists count. */
function overlap(
  truth: readonly PythonValue[],
  found: readonly PythonValue[],
  exact: boolean,
): number {
  if (pythonEquals(truth, found)) return 1;
  if (exact) return 0;
  const left = [...found];
  for (const item of truth) {
    const index = left.findIndex((one) => pythonEquals(one, item));
    if (index !== -1) left.splice(index, 1);
  }
  const shared = found.length - left.length;
  return shared / (truth.length + left.length);
}

/** Each true call in turn takes the best call that is left, the first of equals. */
function greedy(scores: readonly (readonly number[])[]): number {
  const used = new Set<number>();
  let sum = 0;
  for (const row of scores) {
    let best = -1;
    for (const [index, points] of row.entries()) {
      if (!used.has(index) && points > (best === -1 ? 0 : (row[best] ?? 0))) best = index;
    }
    if (best === -1) continue;
    used.add(best);
    sum += row[best] ?? 0;
  }
  return sum;
}
