// Pass rates of one task at its visits, as a line over the band of the window. Words beside it say the last one.
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { QueueRow } from '../../runtime/contract/training/runView.ts';

const [width, height, edge] = [62, 22, 2];
/** More would be drawn on top of each other. */
const mostVisits = 24;

export function passRateLine(
  passRates: QueueRow['passRates'],
  window: readonly [number, number] | null,
): TemplateResult {
  const points = linePoints(passRates.slice(-mostVisits).map(({ rate }) => rate));
  const last = points.at(-1);
  return html`<svg class="rates" viewBox="0 0 ${width} ${height}" aria-hidden="true">
    ${window === null ? nothing : band(window)}
    ${points.length < 2 ? nothing : svg`<polyline points=${points.map(({ x, y }) => `${x},${y}`).join(' ')} />`}
    ${last === undefined ? nothing : svg`<circle cx=${last.x} cy=${last.y} r="2" />`}
  </svg>`;
}

export interface LinePoint {
  readonly x: number;
  readonly y: number;
}

/** Pixels; visits without a rate keep their place and have no point. */
export function linePoints(rates: readonly (number | null)[]): LinePoint[] {
  const step = (width - 2 * edge) / Math.max(1, rates.length - 1);
  return rates.flatMap((rate, at) =>
    rate === null ? [] : [{ x: rounded(edge + at * step), y: heightOf(rate) }],
  );
}

function band([low, high]: readonly [number, number]) {
  const top = heightOf(high);
  return svg`<rect x="0" y=${top} width=${width} height=${rounded(heightOf(low) - top)} />`;
}

function heightOf(rate: number): number {
  return rounded(height - edge - rate * (height - 2 * edge));
}

function rounded(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
