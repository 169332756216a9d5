// Estimated memory of each card as a stacked bar: textures for its parts, a whisker for the doubt, a dashed line for the limit.
import { html, nothing, type TemplateResult } from 'lit';
import type { MemoryEstimate } from '../../runtime/contract/training/trainingRequests.ts';
import { roleNames } from '../run/cardGroups.ts';
import { type MemoryBar, type MemoryGroup, memoryGroups, shown } from './memoryBars.ts';

/** @param sampler machine whose cards sample; null for the one that trains */
export function memoryView(
  memory: readonly MemoryEstimate[],
  sampler: string | null,
): TemplateResult | typeof nothing {
  if (memory.length === 0) return nothing;
  const limits = [...new Set(memory.map(({ limitGib }) => shown(limitGib)))].join(' and ');
  return html`<h3 class="memory-head">
      Memory per GPU <span class="meta">estimate in GiB; dashed line: limit ${limits}</span>
    </h3>
    <div class="memory-groups">
      ${memoryGroups(memory).map((group) => groupView(group, sampler))}
    </div>`;
}

function groupView({ role, bars, legend }: MemoryGroup, sampler: string | null): TemplateResult {
  const where = role === 'sample' && sampler !== null ? ` on ${sampler}` : '';
  return html`<div role="group" aria-label="${roleNames[role]}${where}">
    <p class="meta" aria-hidden="true">${roleNames[role]}${where}</p>
    ${bars.map(barView)}
    <ul class="memory-legend">
      ${legend.map(
        ({ name, gib, texture }) =>
          html`<li>
            <i class="part-${texture}"></i>${name} <span class="num">${shown(gib)}</span>
          </li>`,
      )}
    </ul>
  </div>`;
}

function barView({ gpu, parts, whisker, limit, words, label, isOver }: MemoryBar): TemplateResult {
  return html`<div class="memory-bar ${isOver ? 'over' : ''}">
    <span class="num">GPU ${gpu}</span>
    <span class="memory-track" role="img" aria-label=${label}
      >${parts.map(
        ({ texture, left, width }) =>
          html`<i class="part-${texture}" .style=${placed(left, width)}></i>`,
      )}${
        whisker === null ? nothing : html`<u .style=${placed(whisker.left, whisker.width)}></u>`
      }<s .style=${placed(limit, null)}></s
    ></span>
    <span class="num">${words}</span>
  </div>`;
}

function placed(left: number, width: number | null): string {
  const at = `left:${left.toFixed(2)}%`;
  return width === null ? at : `${at};width:${width.toFixed(2)}%`;
}
