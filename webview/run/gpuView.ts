// Memory and use of the graphics cards of a run over the last ten minutes, by what the run does with them. Nothing on a run that
// has none.
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { GpuRecord } from '../../runtime/contract/training/runFolder.ts';
import type { RunPage } from '../../runtime/contract/training/runView.ts';
import { cardGroups, roleNames, type CardGroup, type Gpu } from './cardGroups.ts';

export function gpuView({
  listing,
  cards,
  gpus: records,
}: Pick<RunPage, 'listing' | 'cards' | 'gpus'>): TemplateResult | typeof nothing {
  const newest = records.at(-1)?.gpus ?? [];
  if (newest.length === 0) return nothing;
  return html`<section class="block" aria-labelledby="gpus">
    <div class="section-head">
      <h2 id="gpus">GPU memory and use</h2>
      <span class="meta">${listing.place.machine}, the last ten minutes</span>
    </div>
    <div class="gpus">${cardGroups(newest, cards).map((group) => groupView(group, records))}</div>
  </section>`;
}

function groupView({ role, gpus }: CardGroup, records: readonly GpuRecord[]): TemplateResult {
  const name = roleNames[role];
  return html`<div class="gpu-group ${role}" role="group" aria-label=${name}>
    <div class="gpu titles" aria-hidden="true">
      <span>GPU</span><span>${name}: memory</span><span class="num">used / limit</span
      ><span class="use-head">use</span><span class="num">now</span>
    </div>
    ${gpus.map((gpu) => gpuRow(gpu, usesOf(records, gpu.index)))}
  </div>`;
}

/** The bar ends at the limit of the card. */
function gpuRow(gpu: Gpu, uses: readonly (number | null)[]): TemplateResult {
  const { index, memoryUsedMib: used, memoryTotalMib: total, utilization } = gpu;
  const share = used === null || total === null || total === 0 ? null : used / total;
  const memory = used === null || total === null ? '–' : `${gib(used)} / ${gib(total)} GiB`;
  const now = utilization === null ? '–' : `${utilization.toFixed(0)} %`;
  return html`<div class="gpu" role="group" aria-label="GPU ${index}: ${memory}, ${now} busy">
    <span class="index">${index}</span>
    <span class="memory" aria-hidden="true"
      ><i .style=${`width:${(Math.min(share ?? 0, 1) * 100).toFixed(1)}%`}></i
    ></span>
    <span class="num">${memory}</span>
    ${useLine(uses)}
    <span class="num">${now}</span>
  </div>`;
}

function usesOf(records: readonly GpuRecord[], index: number): readonly (number | null)[] {
  return records.map(({ gpus }) => gpus.find((gpu) => gpu.index === index)?.utilization ?? null);
}

const width = 84;
const height = 16;

/** From nothing at the bottom to fully used at the top; a gap where the driver did not say. */
function useLine(uses: readonly (number | null)[]): TemplateResult {
  const apart = (width - 2) / Math.max(uses.length - 1, 1);
  let isOpen = false;
  const steps = uses.map((use, index) => {
    if (use === null) {
      isOpen = false;
      return '';
    }
    const letter = isOpen ? 'L' : 'M';
    isOpen = true;
    return `${letter}${(1 + index * apart).toFixed(1)} ${(height - 1.5 - (use / 100) * (height - 3)).toFixed(1)}`;
  });
  return html`<svg class="use" viewBox="0 0 ${width} ${height}" aria-hidden="true">
    ${svg`<path d=${steps.join('')}/>`}
  </svg>`;
}

function gib(mib: number): string {
  return (mib / 1024).toFixed(1);
}
