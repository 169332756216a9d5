// The sums of the header. Pure.
import { countedRows } from './rewardTerms.ts';
import type { TrajectoryState } from '../state/trajectoryState.ts';

export interface HeaderCounts {
  readonly steps: number;
  /** Null where no step counted any. */
  readonly tokens: number | null;
  /** Names that code was refused: imports, protected names, attributes. */
  readonly refused: number;
  /** Steps that ended in an error, refused ones not counted. */
  readonly failed: number;
}

const failures = new Set(['python-error', 'syntax-error', 'timeout', 'aborted']);

/** Of the steps of the question that was asked last. */
export function headerCounts(state: TrajectoryState): HeaderCounts {
  const rows = countedRows(state);
  const known = rows.filter(({ tokens, origin }) => tokens !== null && origin === undefined);
  return {
    steps: rows.length,
    tokens: known.length === 0 ? null : known.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0),
    refused: rows.reduce((sum, { refused }) => sum + refused.length, 0),
    failed: rows.filter(({ outcome }) => failures.has(outcome)).length,
  };
}
