// What the lines and areas of a chart stand for, with their figures at the train step that is read.
import { html, svg, type TemplateResult } from 'lit';
import type { Series } from './chart.ts';
import { formatValue } from './formats.ts';
import type { Reading } from './reading.ts';

export function legend({ chart, data, index }: Reading): TemplateResult {
  return html`<ul class="legend">
    ${chart.series.map((series, at) => {
      const value = formatValue(chart.format, data.raw[at]?.[index] ?? null);
      return html`<li>
        ${swatch(series, chart.kind)}<span>${series.name}</span> <b>${value}</b>
      </li>`;
    })}
  </ul>`;
}

/** A small piece of the line or the area. */
export function swatch(series: Series, kind: 'lines' | 'stack'): TemplateResult {
  if (kind === 'stack') {
    const look = `${series.tone} ${series.texture ?? 'solid'}`;
    return html`<span class="swatch-area ${look}" aria-hidden="true"></span>`;
  }
  return lineSwatch(series.tone, series.dash ?? 'solid');
}

/** `tone` and `dash` are classes of the theme. */
export function lineSwatch(tone: string, dash: string): TemplateResult {
  return html`<svg class="swatch-line ${tone} ${dash}" viewBox="0 0 18 8" aria-hidden="true">
    ${svg`<line x1="0" x2="18" y1="4" y2="4"/>`}
  </svg>`;
}
