// The cells of one trajectory in the list, by column.
import { html, nothing, type TemplateResult } from 'lit';
import type { Reward } from '../../runtime/contract/reward.ts';
import type { TrajectoryRow } from '../../runtime/contract/viewing.ts';
import { secondsColumn } from '../format/durations.ts';
import { twoPlaces, wholeNumber } from '../format/numbers.ts';
import { fullReward, partLook, partsInWords, partValue } from '../format/rewardSum.ts';
import { endingOf, stopSentences, stopWords, verdictLooks } from '../format/words.ts';
import { icon } from '../icons.ts';
import { visibleLine } from '../text/visibleText.ts';
import type { ColumnName } from './columns.ts';

export interface RowContext {
  /** Under its task; then the question is told by the row above and the answer stands here. */
  readonly inGroup: boolean;
  readonly chosen: boolean;
  readonly narrow: boolean;
  readonly judges: readonly string[];
}

export function cellView(
  column: ColumnName,
  row: TrajectoryRow,
  context: RowContext,
): TemplateResult {
  switch (column) {
    case 'line':
      return html`<td class="num muted">
        ${context.chosen ? icon('tick', '', 'chosen') : nothing}${wholeNumber(row.line)}
      </td>`;
    case 'task':
      return taskCell(row, context.inGroup);
    case 'stop': {
      const ending = endingOf(row);
      return html`<td title=${stopSentences[ending]}>${stopWords[ending]}</td>`;
    }
    case 'steps':
      return html`<td class="num">${wholeNumber(row.steps)}</td>`;
    case 'reward':
      return rewardCell(row.reward, context.narrow);
    case 'verdict':
      return html`<td title=${allVerdicts(row)}>${firstVerdict(row, context.judges)}</td>`;
    case 'secondVerdict':
      return html`<td title=${allVerdicts(row)}>${verdictOf(row, context.judges[1])}</td>`;
    case 'tokens':
      return html`<td class="num">${row.tokens === null ? '–' : wholeNumber(row.tokens)}</td>`;
    case 'seconds':
      return html`<td class="num">${secondsColumn(row.milliseconds)}</td>`;
  }
}

function taskCell({ question, finalAnswer }: TrajectoryRow, inGroup: boolean): TemplateResult {
  if (!inGroup) {
    const text =
      question === '' ? 'The record with the question is missing.' : visibleLine(question);
    return html`<td title=${text}>${text}</td>`;
  }
  const answer = finalAnswer === null ? 'no answer' : visibleLine(finalAnswer);
  return html`<td class="inner ${finalAnswer === null ? 'muted' : ''}" title=${answer}>
    ${answer}
  </td>`;
}

/** The bar is as long as the share of the most that this recipe gives. */
const barPixels = 56;

function rewardCell(reward: Reward | null, narrow: boolean): TemplateResult {
  if (reward === null) return html`<td class="num muted" title="No reward was assigned">–</td>`;
  const total = reward.total === null ? 'open' : twoPlaces(reward.total);
  return html`<td class="num" title=${partsInWords(reward)}>
    ${narrow ? nothing : rewardBar(reward, barPixels)}${total}
  </td>`;
}

/** Reward parts lying side by side. */
export function rewardBar(reward: Reward, pixels: number): TemplateResult {
  const full = Math.max(fullReward(reward), 1e-9);
  return html`<span class="parts" aria-hidden="true"
    >${reward.parts.map(
      (part) =>
        html`<i
          class="p-${partLook(part.name)}"
          .style=${`width:${((Math.max(0, partValue(part)) / full) * pixels).toFixed(1)}px`}
        ></i>`,
    )}</span
  >`;
}

function firstVerdict(row: TrajectoryRow, judges: readonly string[]): TemplateResult {
  if (row.verdicts.length === 0) return html`<span class="muted">not judged</span>`;
  const verdict = verdictOf(row, judges[0]);
  if (!row.judgesDisagree) return verdict;
  return html`<span class="state">${verdict}${icon('warning', 'warn', 'judges disagree')}</span>`;
}

export function verdictOf(row: TrajectoryRow, judge: string | undefined): TemplateResult {
  const verdict = row.verdicts.find((one) => one.judge === judge);
  if (verdict === undefined) return html`<span class="muted">–</span>`;
  if (verdict.level === null) return html`<span class="muted">no verdict</span>`;
  const { words, icon: name, tone } = verdictLooks[verdict.level];
  return html`<span class="state">${icon(name, tone)}${words}</span>`;
}

function allVerdicts({ verdicts }: TrajectoryRow): string {
  if (verdicts.length === 0) return 'No judge has given a verdict';
  return verdicts.map(({ judge, level }) => `${judge}: ${level ?? 'no verdict'}`).join('\n');
}
