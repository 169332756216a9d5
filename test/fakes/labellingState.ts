// An opened queue as the runtime tells it, with what a test cares about filled in.
import type { LabellingState } from '../../runtime/contract/labelling.ts';

export function labellingState(over: Partial<LabellingState> = {}): LabellingState {
  return {
    handle: 'queue-1',
    rater: 'Ada <ada@example.org>',
    total: 300,
    labelled: 41,
    skipped: 2,
    flagged: 1,
    next: 42,
    strata: [{ stratum: 'judge-judge', labelled: 41, drawn: 300, population: 900 }],
    pace: 14_000,
    rubric: { version: 1, hash: 'a1', points: ['Judge the answer.'] },
    gain: null,
    conflicts: 3,
    labelFile: '/w/.tool-r1/labels.jsonl',
    problems: [],
    ...over,
  };
}
