// Scoring again with people's labels: what will happen is said before, what happened after. Nothing is overwritten by it.
import { html, nothing, type TemplateResult } from 'lit';
import type * as z from 'zod';
import type { labellingRequests } from '../../runtime/contract/labelling.ts';
import { button } from '../controls/button.ts';
import { counted, twoPlaces } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import { visibleLine } from '../text/visibleText.ts';

export type ScoringResult = z.output<(typeof labellingRequests)['score-again']['result']>;

export type Scoring =
  | { readonly phase: 'closed' | 'asking' | 'running' }
  | { readonly phase: 'done'; readonly result: ScoringResult }
  | { readonly phase: 'failed'; readonly message: string };

export interface ScoringOptions {
  readonly scoring: Scoring;
  readonly labelledItems: number;
  readonly start: () => void;
  readonly close: () => void;
}

export function scoringView(options: ScoringOptions): TemplateResult | typeof nothing {
  const { scoring } = options;
  switch (scoring.phase) {
    case 'closed':
      return nothing;
    case 'asking':
      return questionView(options);
    case 'running':
      return box(html`<p class="state" role="status">${icon('spinner')}Scoring again…</p>`);
    case 'done':
      return outcomeView('tick', 'ok', resultWords(scoring.result), options);
    case 'failed':
      return outcomeView('warning', 'bad', visibleLine(scoring.message), options);
  }
}

function questionView({ labelledItems, start, close }: ScoringOptions): TemplateResult {
  return box(
    html`<h2 id="scoring" tabindex="-1">Score again with labels?</h2>
      <ul class="plain-list small">
        <li>
          On ${counted(labelledItems, 'labelled answer')}, the label takes the place of the verdict;
          on all others the verdict stays.
        </li>
        <li>
          New rewards are appended to the trajectory files. The rewards before them stay there, as
          earlier lines.
        </li>
        <li>Training that is resumed afterwards takes the new rewards.</li>
      </ul>
      <div class="head-line">
        ${button({ label: 'Score again', press: start })}
        ${button({ label: 'Cancel', kind: 'quiet', press: close })}
      </div>`,
  );
}

function outcomeView(
  sign: 'tick' | 'warning',
  tone: string,
  words: string,
  { close }: ScoringOptions,
): TemplateResult {
  return box(
    html`<p class="note" role=${tone === 'bad' ? 'alert' : 'status'}>
        ${icon(sign, tone)}<span>${words}</span>
      </p>
      <div class="head-line">${button({ label: 'Close', kind: 'quiet', press: close })}</div>`,
  );
}

function box(content: TemplateResult): TemplateResult {
  return html`<div class="scoring" role="group" aria-label="Score again with labels">
    ${content}
  </div>`;
}

/** `37 of 1,200 rewards changed; the mean went from 1.04 to 0.98.` */
export function resultWords(result: ScoringResult): string {
  const { trajectories, changed, meanBefore, meanAfter } = result;
  const all = counted(trajectories, 'trajectory', 'trajectories');
  if (changed === 0) return `Scored ${all} again. No reward changed.`;
  const rewards = `Scored ${all} again. ${counted(changed, 'reward')} changed`;
  if (meanBefore === null || meanAfter === null) return `${rewards}.`;
  return `${rewards}; the mean reward went from ${twoPlaces(meanBefore)} to ${twoPlaces(meanAfter)}.`;
}
