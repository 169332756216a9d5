// The box that says what a cell is while the pointer or the keys are on it. It leads with staleness.
import { html, type TemplateResult } from 'lit';
import { twoPlaces, wholeNumber } from '../format/numbers.ts';
import { leavingWords, type PlacedCell } from './queueCell.ts';

/** Pixels from the upper left corner of the list. */
export interface TipPlace {
  readonly left: number;
  readonly top: number;
}

export function cellTip(placed: PlacedCell, { left, top }: TipPlace): TemplateResult {
  const { cell, isFresh } = placed;
  const reward = cell.reward === null ? 'no reward' : `reward ${twoPlaces(cell.reward)}`;
  // Readers of the screen hear the same from the cell itself.
  return html`<div class="tip queue-tip" aria-hidden="true" .style=${`left:${left}px;top:${top}px`}>
    <p>
      <strong>staleness ${wholeNumber(cell.staleness)}</strong> · ${isFresh ? 'fresh' : 'cached'}
    </p>
    <p>${reward} · sampled at step ${wholeNumber(cell.sampledAt)}</p>
    <p>${leavingWords(placed)}</p>
  </div>`;
}

/** Where the box of a cell stands, such that it stays inside the list. */
export function tipPlace(cell: Element, list: Element): TipPlace {
  const [inner, outer] = [cell.getBoundingClientRect(), list.getBoundingClientRect()];
  const left = Math.min(inner.left - outer.left - 10, outer.width - tipWidth);
  return { left: Math.max(0, left), top: inner.bottom - outer.top + 9 };
}

const tipWidth = 220;
