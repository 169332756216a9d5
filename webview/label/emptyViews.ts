// When there is no item to show: nothing to label, or all done.
import { html, nothing, type TemplateResult } from 'lit';
import type { LabellingState } from '../../runtime/contract/labelling.ts';
import { button } from '../controls/button.ts';
import { counted } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import { visibleText } from '../text/visibleText.ts';

export function nothingToLabel(reason: string | null, showLog: () => void): TemplateResult {
  const usual =
    'No answer is left to label. Judge some trajectories, then open this page again from the Labels view.';
  return html`<main class="pad label-empty">
    <h1>Nothing to label</h1>
    <p>${visibleText(reason ?? usual)}</p>
    <p>${button({ label: 'Show log', kind: 'quiet', press: showLog })}</p>
  </main>`;
}

export interface DoneOptions {
  readonly state: LabellingState;
  readonly showSkipped: () => void;
  readonly showConflicts: () => void;
  readonly showAgreement: () => void;
}

export function allDone(options: DoneOptions): TemplateResult {
  const { labelled, skipped, conflicts, labelFile } = options.state;
  return html`<section class="done" aria-labelledby="done">
    <h1 id="done" tabindex="-1" class="state">${icon('tick', 'ok')}This queue is done</h1>
    <p>
      ${counted(labelled, 'item')} labelled${skipped === 0 ? '' : `, ${skipped} skipped`}. The
      labels are in <span class="mono">${visibleText(labelFile)}</span>.
    </p>
    <div class="head-line decide">
      ${button({ label: 'See agreement', press: options.showAgreement })}
      ${
        conflicts === 0
          ? nothing
          : button({
              label: `Decide ${counted(conflicts, 'conflict')}`,
              kind: 'quiet',
              press: options.showConflicts,
            })
      }
      ${
        skipped === 0
          ? nothing
          : button({ label: 'Go to the skipped', kind: 'quiet', press: options.showSkipped })
      }
    </div>
  </section>`;
}
