// What further labels buy: the width of the interval of kappa, now and after more.
import { enoughLabels } from '../../contract/agreement.ts';
import type { LabelGain } from '../../contract/labelling.ts';
import { estimatePair } from '../../judge/statistics/estimates.ts';
import { halfWidthAfter } from '../../judge/statistics/halfWidth.ts';
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

function kappaOf(rows: Parameters<typeof estimatePair>[0]) {
  return estimatePair(rows, reportSeed).kappa;
}
