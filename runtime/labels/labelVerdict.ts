// What people decided about an answer, as the verdict that stands in for a judge's.
import { verdictScores, type Verdict, type VerdictLevel } from '../contract/judge.ts';
import type { ItemHash, RubricReference } from '../contract/label.ts';
import type { ItemLabels } from './itemLabels.ts';
import type { LabelBook } from './labelBook.ts';
import { peopleOutcome, pooledLabels } from './people.ts';
import { rubricName } from './rubric.ts';

export type LabelVerdict = Extract<Verdict, { outcome: 'scored' }>;

/** Null where nobody labelled the item under this rubric, where people differ, and where the rubric was found ambiguous. */
export function labelVerdict(
  book: LabelBook,
  hash: ItemHash,
  rubric: RubricReference,
): LabelVerdict | null {
  const item = book.item(hash);
  const outcome = peopleOutcome(item, { rubric, purpose: 'rewards' });
  if (outcome.kind !== 'level') return null;
  return {
    outcome: 'scored',
    judge: { name: 'people', version: `${rubric.version}-${rubric.hash}`, kind: 'people' },
    level: outcome.level,
    score: verdictScores[outcome.level],
    reason: reasonOf(item, outcome.level, outcome.decided, rubric),
  };
}

/** `Wrong: labelled by Ann <ann@example.org>, rubric version 1` */
function reasonOf(
  item: ItemLabels,
  level: VerdictLevel,
  decided: boolean,
  rubric: RubricReference,
): string {
  const raters = pooledLabels(item, { rubric, purpose: 'rewards' }).map(({ rater }) => rater);
  const who = decided
    ? `decided by ${item.decision?.rater ?? 'a person'}`
    : `labelled by ${[...new Set(raters)].join(' and ')}`;
  return `${level}: ${who}, ${rubricName(rubric)}`;
}
