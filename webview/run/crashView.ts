// A run that crashed, before any chart: what happened, what to do, how to go on.
import { html, nothing, type TemplateResult } from 'lit';
import type { RunFolderEvent } from '../../runtime/contract/training/runFolder.ts';
import type { RunListing, RunPage } from '../../runtime/contract/training/runView.ts';
import { actionButton } from '../controls/actionButton.ts';
import { tool } from '../controls/button.ts';
import { wholeNumber } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import type { RunActions } from './runActions.ts';
import { resumeRefusal } from './refusals.ts';
import { repeatWords } from './runWords.ts';
import { clockWords } from './timeWords.ts';

type Crash = NonNullable<RunPage['crash']>;

export function crashView(page: RunPage, actions: RunActions): TemplateResult {
  const { listing, crash } = page;
  return html`${problemBanner(listing)}
    <div class="crash">
      <div>${crash === null ? nothing : logView(crash, actions)}${endsView(page.events)}</div>
      <div>
        ${crash === null || crash.tryThese.length === 0 ? nothing : tryView(crash)}
        ${resumeView(listing, actions)}
      </div>
    </div>`;
}

/** The first line of a problem says what happened; what follows is what the process said. */
function problemBanner({ problem, step, newestCheckpoint }: RunListing): TemplateResult {
  const [what = '', ...rest] = (problem ?? 'The run ended without saying why.').split('\n');
  const kept =
    newestCheckpoint === null
      ? 'No checkpoint was saved, so the run has to start anew.'
      : `The newest checkpoint is step ${wholeNumber(newestCheckpoint)}.`;
  return html`<div class="banner error" role="alert">
    ${icon('failed', 'bad')}
    <div>
      <p><strong>${what}</strong></p>
      ${rest.length === 0 ? nothing : html`<p class="small">${rest.join(' ')}</p>`}
      <p class="small">All figures up to step ${wholeNumber(step)} are kept. ${kept}</p>
    </div>
  </div>`;
}

function logView({ log, lines }: Crash, actions: RunActions): TemplateResult {
  const cause = lines.find(({ isCause }) => isCause)?.text ?? null;
  const all = lines.map(({ text }) => text).join('\n');
  return html`<div>
    <div class="crash-head">
      <h2 id="last-lines">Lines of <span class="mono">${log}</span></h2>
      <span class="push">
        ${tool({ label: 'Copy', icon: 'copy', press: () => actions.copy(all) })}
        ${tool({
          label: 'Open at This Line',
          icon: 'log',
          press: () => actions.openLog(log, cause),
        })}
      </span>
    </div>
    <pre class="log" tabindex="0" role="region" aria-labelledby="last-lines">
${lines.map(
        ({ text, isCause }) => html`<span>${isCause ? html`<mark>${text}</mark>` : text}</span>`,
      )}</pre>
  </div>`;
}

function tryView({ tryThese }: Crash): TemplateResult {
  return html`<section aria-labelledby="what-to-try">
    <h2 id="what-to-try">What to try</h2>
    <ol class="try">
      ${tryThese.map((words) => html`<li>${words}</li>`)}
    </ol>
  </section>`;
}

function resumeView(listing: RunListing, actions: RunActions): TemplateResult {
  const { newestCheckpoint: newest } = listing;
  const refusal = resumeRefusal(listing);
  if (newest === null) return html``;
  return html`<section class="resume" aria-labelledby="resume">
    <h2 id="resume">Resume from checkpoint ${wholeNumber(newest)}</h2>
    <dl class="facts">
      <div>
        <dt>Repeats</dt>
        <dd>${repeatWords(listing, newest)}</dd>
      </div>
    </dl>
    <div class="actions">
      ${actionButton({
        label: `Resume From Step ${wholeNumber(newest)}`,
        icon: 'resume',
        kind: 'filled',
        press: () => actions.resume(newest),
        refusal,
      })}
      ${actionButton({ label: 'Other Checkpoint…', press: () => actions.resume(null), refusal })}
    </div>
  </section>`;
}

const mostEnds = 8;

/** What the supervisor said about the end of each process. */
function endsView(events: readonly RunFolderEvent[]): TemplateResult | typeof nothing {
  const ends = events.filter(({ type }) => type === 'process-ended');
  if (ends.length === 0) return nothing;
  return html`<section aria-labelledby="ends">
    <h2 id="ends">How each process ended</h2>
    <table class="ends">
      <tbody>
        ${ends.slice(-mostEnds).map(
          ({ at, message }) =>
            html`<tr>
              <td>${message.split('\n')[0]}</td>
              <td class="num">${clockWords(at)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}
