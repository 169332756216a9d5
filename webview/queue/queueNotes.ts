// What the queue page says where there is little or nothing to show: why, and what helps.
import { html, type TemplateResult } from 'lit';
import type { RunPage } from '../../runtime/contract/training/runView.ts';
import { actionButton } from '../controls/actionButton.ts';
import { icon } from '../icons.ts';
import type { QueueSummary } from './queueRows.ts';

/** A sentence above the list; null where it speaks for itself. */
export function queueNote({ listing }: RunPage, summary: QueueSummary): string | null {
  if (summary.window === null) {
    return `The recipe ${listing.recipe} keeps no queue of samples: every trajectory is used in the train step for which it was sampled, and leaves then. Pass rates are those of these steps.`;
  }
  if (summary.lastStep > 0) return null;
  if (listing.step > 0) {
    return 'This run has not written down yet which tasks its train steps visited. Queues show here as soon as it does.';
  }
  return listing.lastState === 'queued'
    ? 'This run waits for its graphics cards. Queues fill from its first train step on; this page then shows them by itself.'
    : 'No train step is done yet. Queues fill from the first one on; this page then shows them by itself.';
}

export interface EmptyListOptions {
  readonly summary: QueueSummary;
  readonly showAll: () => void;
}

export function emptyList({ summary, showAll }: EmptyListOptions): TemplateResult {
  if (summary.totals.tasks === 0) {
    return html`<p class="queue-empty" role="status">
      The tasks of this run have not been read yet. They come with its first train step.
    </p>`;
  }
  return html`<div class="queue-empty" role="status">
    <p>
      No task matches at train step ${summary.step}. Words look in id, question and files; @cooling
      asks for a state.
    </p>
    ${actionButton({ label: 'Show All Tasks', press: showAll })}
  </div>`;
}

export function queueProblem(message: string, again: () => void): TemplateResult {
  return html`<div class="queue-empty" role="alert">
    <p>The queue cannot be shown: ${message}</p>
    ${actionButton({ label: 'Try Again', icon: 'again', press: again })}
  </div>`;
}

/** Above rows that are there already. @param step whose queue is listed */
export function staleProblem(message: string, step: number, again: () => void): TemplateResult {
  return html`<div class="queue-note queue-problem" role="alert">
    <p>
      ${icon('warning', 'warn')} What you asked for cannot be shown: ${message} The list is still
      that of train step ${step}.
    </p>
    ${actionButton({ label: 'Try Again', icon: 'again', press: again })}
  </div>`;
}
