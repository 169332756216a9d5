// One checkpoint as a row: its figures, whether a run can go on from it, and what can be done with it.
import { html, nothing, type TemplateResult } from 'lit';
import type { CheckpointListing } from '../../runtime/contract/training/runView.ts';
import { formatValue } from '../charts/formats.ts';
import { byteSize, percent, wholeNumber } from '../format/numbers.ts';
import { icon, type IconName } from '../icons.ts';
import { agoWords } from '../run/timeWords.ts';
import { heldOutSentence, intervalWords } from './checkpointWords.ts';
import { rowActions, type RowActionParts } from './rowActions.ts';
import { deedWords, type RowDeed } from './rowWork.ts';

export interface RowParts extends Omit<RowActionParts, 'underWay'> {
  readonly underWay: (step: number) => RowDeed | null;
  /** Train steps of those that are compared. */
  readonly chosen: readonly number[];
  readonly toggle: (step: number) => void;
  readonly now: number;
}

export function checkpointRow(parts: RowParts): TemplateResult {
  const { checkpoint, chosen, toggle, now } = parts;
  const { step, reward, passRate, bytes, savedAt, whyNotResumable } = checkpoint;
  const isChosen = chosen.includes(step);
  const underWay = parts.underWay(step);
  return html`<tr class=${isChosen ? 'chosen' : ''}>
    <td>
      <input
        type="checkbox"
        aria-label="Compare step ${step}"
        .checked=${isChosen}
        @change=${() => toggle(step)}
      />
    </td>
    <th scope="row" class="num">${wholeNumber(step)}</th>
    <td>${tags(parts, underWay)}</td>
    <td class="num h0">${formatValue('score', reward)}</td>
    <td class="num">${formatValue('share', passRate)}${heldOutBelow(checkpoint)}</td>
    <td class="num h1">${heldOutCell(parts)}</td>
    <td class="num h1">${byteSize(bytes)}</td>
    <td class="h0">${queueState(checkpoint)}</td>
    <td class="h2" title=${whyNotResumable ?? nothing}>
      ${whyNotResumable === null ? 'exact' : html`<span class="muted">weights only</span>`}
    </td>
    <td class="num h2">${agoWords(savedAt, now)}</td>
    <td>${rowActions({ ...parts, underWay })}</td>
  </tr>`;
}

const keptLooks: Readonly<Record<CheckpointListing['kept'][number], IconName>> = {
  latest: 'clock',
  best: 'star',
  pinned: 'pin',
};

function tags(
  { checkpoint, served }: RowParts,
  underWay: RowDeed | null,
): readonly TemplateResult[] {
  const { kept, step } = checkpoint;
  return [
    ...kept.map((why) => html`<span class="tag">${icon(keptLooks[why])}${why}</span>`),
    ...(served.includes(step) ? [html`<span class="tag">${icon('serve')}served</span>`] : []),
    ...(underWay === null
      ? []
      : [html`<span class="tag">${icon('spinner')}${deedWords[underWay]}…</span>`]),
  ];
}

function heldOutCell(parts: RowParts): TemplateResult {
  const { heldOut, step } = parts.checkpoint;
  if (heldOut !== null) {
    return html`<span title=${heldOutSentence(heldOut)}
      >${percent(heldOut.passRate)} <span class="muted">(${intervalWords(heldOut)})</span></span
    >`;
  }
  if (parts.refusal !== null) return html`<span class="muted">not evaluated</span>`;
  return html`<button
    type="button"
    class="text-link"
    aria-label="Evaluate step ${step} on held-out tasks"
    @click=${() => parts.start('evaluate', step)}
  >
    evaluate
  </button>`;
}

/** Where there is no room for a column of its own. */
function heldOutBelow({ heldOut }: CheckpointListing): TemplateResult | typeof nothing {
  if (heldOut === null) return nothing;
  return html`<span class="below only-narrow" title=${heldOutSentence(heldOut)}
    >held-out ${percent(heldOut.passRate)}</span
  >`;
}

function queueState({ queueStateBytes }: CheckpointListing): TemplateResult {
  if (queueStateBytes === null) return html`${icon('refused', 'warn')} no`;
  return html`${icon('passed', 'ok')} yes<span class="h1">, ${byteSize(queueStateBytes)}</span>`;
}
