// What further labels buy: the width of the interval of kappa, now and after more.
import { enoughLabels } from '../../contract/agreement.ts';
import type { LabelGain } from '../../contract/labelling.ts';
import { estimateTable } from '../../judge/statistics/estimates.ts';
import { cohenKappa } from '../../judge/statistics/kappa.ts';
import { halfWidthAfter } from '../../judge/statistics/halfWidth.ts';
import type { GradedRow } from '../../judge/statistics/gradedRow.ts';
import { judgeName } from '../judgeTable.ts';
import { reportSeed, type ReportInput } from './agreementReport.ts';
import { labelledItems, rowsAgainstPeople } from './labelledItems.ts';
import { trainingJudge } from './trainingJudge.ts';

const more = 20;

/** Of the judge that training uses; null without one. */
export function labelGain({ population, book, rubric }: ReportInput): LabelGain | null {
  const judge = trainingJudge(population);
  if (judge === null) return null;
  const { items } = labelledItems(population, book, rubric);
  const rows = rowsAgainstPeople(population, items, judge.index);
  const n = rows.length;
  const { low, high } = n < enoughLabels ? { low: null, high: null } : kappaOf(rows);
  const halfWidth = low === null || high === null ? null : (high - low) / 2;
  const halfWidthThen = halfWidth === null ? null : halfWidthAfter(halfWidth, n, more);
  return { judge: judgeName(judge.identity), n, halfWidth, more, halfWidthAfter: halfWidthThen };
}

function kappaOf(rows: readonly GradedRow[]) {
  return estimateTable(rows, { kappa: (table) => cohenKappa(table, 'none') }, reportSeed).kappa;
}

/** Changes of the labels after which the figure is worth another look. */
const enoughChanges = 5;

/**
 * The gain without waiting for it: what was computed last, and after some more labels a newer one, computed when the process
 * has nothing else to do at that moment. A bootstrap takes longer than a key press should.
 */
export function rememberedGain(input: ReportInput): () => LabelGain | null {
  const compute = () => ({ revision: input.book.revision, gain: labelGain(input) });
  let known = compute();
  let isWaiting = false;
  return () => {
    const changes = input.book.revision - known.revision;
    if (changes >= enoughChanges && !isWaiting) {
      isWaiting = true;
      setImmediate(() => {
        known = compute();
        isWaiting = false;
      });
    }
    return known.gain;
  };
}
