// Labels of other rubrics and verdicts of earlier versions of a judge: each against what counts, never pooled with it.
import type { AgreementReport } from '../../contract/agreement.ts';
import type { RubricReference } from '../../contract/label.ts';
import { estimatePair } from '../../judge/statistics/estimates.ts';
import type { GradedRow } from '../../judge/statistics/gradedRow.ts';
import { judgeName, type KnownJudge } from '../judgeTable.ts';
import type { LabelBook } from '../labelBook.ts';
import { isSameRubric, rubricName } from '../rubric.ts';
import type { ReportInput } from './agreementReport.ts';
import { labelledItems, rowsAgainstPeople, type LabelledItem } from './labelledItems.ts';

type Drifts = AgreementReport['drift'];
const seed = 1;

/** The judge that training uses is compared with the people of each other rubric; no judge, no comparison. */
export function driftOf(
  { population, book, rubric }: ReportInput,
  items: readonly LabelledItem[],
  training: KnownJudge | null,
): Drifts {
  const rubrics = training === null ? [] : otherRubrics(book, rubric);
  const earlier = population.judges.all.filter((judge) => !population.judges.isCurrent(judge));
  return [
    ...rubrics.map((other) => {
      const old = labelledItems(population, book, other).items;
      const rows = rowsAgainstPeople(population, old, training?.index ?? -1);
      return drift('rubric', nameOfRubric(other, rubric), rows);
    }),
    ...earlier.map((judge) => {
      const rows = rowsAgainstPeople(population, items, judge.index);
      return drift('judge', judgeName(judge.identity), rows);
    }),
  ].filter(({ n }) => n > 0);
}

/** Those that labels were given under, oldest version first. */
export function otherRubrics(book: LabelBook, current: RubricReference): RubricReference[] {
  const found: RubricReference[] = [];
  for (const { rubric } of book.labels()) {
    if (isSameRubric(rubric, current) || found.some((one) => isSameRubric(one, rubric))) continue;
    found.push(rubric);
  }
  return found.sort((a, b) => a.version - b.version || (a.hash < b.hash ? -1 : 1));
}

function nameOfRubric(rubric: RubricReference, current: RubricReference): string {
  const edited = rubric.version === current.version ? ', before it was edited' : '';
  return `${rubricName(rubric)}${edited}`;
}

function drift(
  what: Drifts[number]['what'],
  name: string,
  rows: readonly GradedRow[],
): Drifts[number] {
  const { n, kappa, same } = estimatePair(rows, seed);
  return { what, name, n, kappa, same };
}
