// What it takes: time as a range with its source, disk, and what it waits for.
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { TrainingPlan } from '../../runtime/contract/training/trainingRequests.ts';
import { byteSize, counted } from '../format/numbers.ts';
import { rangeWords, roughTime } from './planWords.ts';

export function estimateView({ time, disk, waitsBehind }: TrainingPlan): TemplateResult {
  const [before, ...others] = waitsBehind;
  return html`<section class="estimate" aria-labelledby="estimate">
    <h2 id="estimate">Estimate</h2>
    <dl>
      <div>
        <dt>Time</dt>
        <dd>${time === null ? unknownTime : timeValue(time)}</dd>
      </div>
      <div>
        <dt>Disk</dt>
        <dd>
          <strong>${byteSize(disk.neededBytes)}</strong>
          <span class="muted">of ${byteSize(disk.freeBytes)} free</span>
          <span class="meta">${disk.detail}</span>
        </dd>
      </div>
      <div>
        <dt>Starts</dt>
        <dd>
          ${
            before === undefined
              ? html`<strong>at once</strong> <span class="muted">no other run waits</span>`
              : html`<strong>after ${before}</strong>
                  ${others.length === 0 ? nothing : html`<span class="muted">and ${counted(others.length, 'other run')}</span>`}`
          }
        </dd>
      </div>
    </dl>
  </section>`;
}

const unknownTime = html`<strong>not known</strong>
  <span class="meta"
    >No earlier run of this model tells. The page of the run says it after the first train
    steps.</span
  >`;

function timeValue(time: NonNullable<TrainingPlan['time']>): TemplateResult {
  return html`<strong>${roughTime(time.seconds)}</strong>
    <span class="muted">${rangeWords(time)}</span>
    ${rangeLine(time)}
    <span class="meta">${time.source}</span>`;
}

/** The range on a line from nothing to a quarter more than its end. */
function rangeLine({ seconds, low, high }: NonNullable<TrainingPlan['time']>): TemplateResult {
  const at = (value: number): string => ((100 * value) / (high * 1.25)).toFixed(2);
  return html`<svg class="range" viewBox="0 0 100 18" preserveAspectRatio="none" aria-hidden="true">
      ${svg`<path class="line" d="M0 9H100"/>
      <rect x=${at(low)} y="4.5" width=${at(high - low)} height="9"/>
      <path class="middle" d="M${at(seconds)} 2.5V15.5"/>`}
    </svg>
    <span class="range-ends meta" aria-hidden="true"
      ><span>0</span><span>${roughTime(high * 1.25)}</span></span
    >`;
}
