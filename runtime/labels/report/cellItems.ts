// The items behind one cell of a judge's matrix.
import type { AgreementItem } from '../../contract/agreement.ts';
import type { VerdictLevel } from '../../contract/judge.ts';
import { levelIndex } from '../../judge/statistics/gradedRow.ts';
import { HumanError } from '../../support/errors.ts';
import { judgeName } from '../judgeTable.ts';
import type { ReportInput } from './agreementReport.ts';
import { labelledItems, rowsAgainstPeople } from './labelledItems.ts';

export interface Cell {
  /** Key of a judge. */
  readonly judge: string;
  readonly judged: VerdictLevel;
  readonly people: VerdictLevel;
  /** Who asks; null for nobody in particular. */
  readonly rater: string | null;
}

export interface CellItems {
  /** As a person reads it. */
  readonly judge: string;
  readonly items: AgreementItem[];
  /** Answers that were left out, because the person who asks may still label them and must not know what others said. */
  readonly hidden: number;
}

/** @throws HumanError for a judge that has judged none of these */
export function cellItems({ population, book, rubric }: ReportInput, cell: Cell): CellItems {
  const judge = population.judges.find(cell.judge);
  if (judge === null) {
    const known = population.judges.all.map(({ key }) => key);
    const hint = known.length === 0 ? 'No judge has.' : `These have: ${known.join(', ')}.`;
    throw new HumanError(`${cell.judge} has judged none of these answers. ${hint}`);
  }
  const { items } = labelledItems(population, book, rubric);
  const found = rowsAgainstPeople(population, items, judge.index).flatMap((row) => {
    const item = population.items[row.index];
    if (item === undefined) return [];
    if (row.left !== levelIndex(cell.judged) || row.right !== levelIndex(cell.people)) return [];
    const { hash, taskId, question, referenceAnswer, finalAnswer, place } = item;
    const stratum = population.judged[row.index]?.stratum ?? 'random';
    const { judged, people } = cell;
    return [
      {
        itemHash: hash,
        taskId,
        question,
        referenceAnswer,
        finalAnswer,
        stratum,
        judged,
        people,
        place,
      },
    ];
  });
  const { rater } = cell;
  const shown = found.filter(({ itemHash }) => rater === null || book.raterSaw(itemHash, rater));
  const hidden = found.length - shown.length;
  return { judge: judgeName(judge.identity), items: shown, hidden };
}
