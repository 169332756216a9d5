// The head of the queue page: of which run, and how its tasks stand at the train step that is shown.
import { html, nothing, type TemplateResult } from 'lit';
import { actionButton } from '../controls/actionButton.ts';
import { percent, wholeNumber } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import { queueLooks } from './queueLooks.ts';
import type { QueueSummary } from './queueRows.ts';

/** @param summary null until the first answer */
export function queueHead(
  name: string,
  summary: QueueSummary | null,
  openRun: () => void,
): TemplateResult {
  return html`<header class="queue-head">
    <div class="run-top">
      <h1>Queue <span class="muted of">of ${name}</span></h1>
      <div class="actions">
        ${actionButton({ label: 'Open Run', icon: 'line', press: openRun })}
      </div>
    </div>
    ${summary === null ? nothing : totals(summary)}
  </header>`;
}

function totals({ totals: all, window }: QueueSummary): TemplateResult {
  const { active, cooling, probe, skipped } = queueLooks;
  const { freshShare, stalenessMedian: median, stalenessMax: most } = all;
  return html`<dl class="totals">
    ${total('Tasks', wholeNumber(all.tasks))}
    ${
      window === null
        ? nothing
        : total(`In window ${window[0]}–${window[1]}`, wholeNumber(all.inWindow))
    }
    ${total(html`${icon(active.icon, active.tone)}Active`, wholeNumber(all.active))}
    ${total(html`${icon(cooling.icon, cooling.tone)}Cooling`, wholeNumber(all.cooling))}
    ${total(html`${icon(probe.icon, probe.tone)}Probed this epoch`, wholeNumber(all.probed))}
    ${total(html`${icon(skipped.icon, skipped.tone)}Skipped`, wholeNumber(all.skipped))}
    ${total('Fresh in this step', freshShare === null ? '–' : percent(freshShare))}
    ${total(
      'Staleness median / max',
      median === null || most === null ? '–' : `${wholeNumber(median)} / ${wholeNumber(most)}`,
    )}
  </dl>`;
}

function total(name: string | TemplateResult, words: string): TemplateResult {
  return html`<div>
    <dt>${name}</dt>
    <dd>${words}</dd>
  </div>`;
}
