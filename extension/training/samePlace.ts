// Whether two places of runs are one.
import type { RunPlace } from '../../runtime/contract/training/runView.ts';

export function isSamePlace(one: RunPlace, other: RunPlace): boolean {
  return one.machine === other.machine && one.folder === other.folder;
}
