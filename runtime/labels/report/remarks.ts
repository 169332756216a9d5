// What the figures of a report leave out, in sentences.
import { enoughLabels } from '../../contract/agreement.ts';
import type { Stratum } from '../../contract/label.ts';
import { judgeName, type KnownJudge } from '../judgeTable.ts';
import type { LabelBook } from '../labelBook.ts';
import { isSameRubric } from '../rubric.ts';
import type { ReportInput } from './agreementReport.ts';
import type { LabelledItems } from './labelledItems.ts';

export function remarksOf(
  { population, book, rubric }: ReportInput,
  labelled: LabelledItems,
  training: KnownJudge | null,
): string[] {
  const { items, undecided, ambiguous, elsewhere } = labelled;
  const remarks: (string | null)[] = [
    population.judges.all.length === 0
      ? 'No judge has given a verdict on these trajectories. Judge them first.'
      : null,
    training === null ? null : `Rewards come from ${judgeName(training.identity)}.`,
    items.length < enoughLabels
      ? `Figures need at least ${enoughLabels} labelled items; there ${be(items.length)} ${items.length}.`
      : null,
    counted(undecided, 'is left out because people differ on it and nobody has decided'),
    counted(ambiguous, 'is left out because the rubric does not say what it is'),
    counted(elsewhere, 'is not among these trajectories, so its labels do not count here'),
    unblinded(book, rubric),
    otherRubric(book, rubric),
    unlabelledStrata(population.judged, items),
  ];
  return [...remarks.filter((remark) => remark !== null), ...population.problems];
}

function be(count: number): string {
  return count === 1 ? 'is' : 'are';
}

/** `is` and `it` of the sentence are those of one item; more get theirs. */
function counted(count: number, rest: string): string | null {
  if (count === 0) return null;
  if (count === 1) return `1 labelled item ${rest}.`;
  const plural = rest.replace(/\bis\b/g, 'are').replace(/\bit are\b/g, 'they are');
  return `${count} labelled items ${plural.replace(/\bits\b/g, 'their').replace(/\bit\b/g, 'them')}.`;
}

function unblinded(book: LabelBook, rubric: ReportInput['rubric']): string | null {
  let count = 0;
  for (const label of book.labels()) {
    if (!label.blind && isSameRubric(label.rubric, rubric)) count += 1;
  }
  if (count === 0) return null;
  return `${count} ${count === 1 ? 'label was' : 'labels were'} given after verdicts had been seen and ${count === 1 ? 'counts' : 'count'} for rewards only.`;
}

function otherRubric(book: LabelBook, rubric: ReportInput['rubric']): string | null {
  let count = 0;
  for (const label of book.labels()) if (!isSameRubric(label.rubric, rubric)) count += 1;
  if (count === 0) return null;
  return `${count} ${count === 1 ? 'label was' : 'labels were'} given under another rubric and ${count === 1 ? 'is' : 'are'} shown under drift only.`;
}

function unlabelledStrata(
  judged: readonly { readonly stratum: Stratum }[],
  items: LabelledItems['items'],
): string | null {
  if (items.length === 0) return null;
  const labelled = new Set(items.map(({ stratum }) => stratum));
  const missing = new Map<Stratum, number>();
  for (const { stratum } of judged) {
    if (!labelled.has(stratum)) missing.set(stratum, (missing.get(stratum) ?? 0) + 1);
  }
  if (missing.size === 0) return null;
  const parts = [...missing].map(([stratum, count]) => `${stratum} (${count} items)`);
  return `No label yet from: ${parts.join(', ')}. The figures do not speak for these.`;
}
