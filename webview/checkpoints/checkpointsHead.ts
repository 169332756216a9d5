// The head of the page of checkpoints: of which run, how much room they take, which ones stay, and what is done with all of them.
import { html, nothing, type TemplateResult } from 'lit';
import { actionButton } from '../controls/actionButton.ts';
import type { RunModel } from '../run/runModel.ts';
import type { ReadCheckpoints } from './checkpointList.ts';
import { keptWords, nextWords, policyWords, roomWords } from './checkpointWords.ts';

export interface HeadParts {
  readonly model: RunModel;
  /** Null before they were read. */
  readonly read: ReadCheckpoints | null;
  /** Why the machine cannot be asked for anything now; null when it can. */
  readonly refusal: string | null;
  readonly openRun: () => void;
  readonly clean: () => void;
}

export function checkpointsHead({ model, read, refusal, ...act }: HeadParts): TemplateResult {
  const none = read?.checkpoints.length === 0 ? 'There is no checkpoint yet.' : null;
  return html`<header class="run-head">
    <div class="run-top">
      <div>
        <h1>Checkpoints <span class="of">of ${model.page.listing.name}</span></h1>
      </div>
      <div class="actions">
        ${actionButton({ label: 'Open Run', icon: 'line', press: act.openRun })}
        ${actionButton({
          ...{ label: 'Clean Up…', icon: 'erase', press: act.clean },
          refusal: refusal ?? none,
        })}
      </div>
    </div>
    ${facts(model, read)}
  </header>`;
}

function facts({ page, machine }: RunModel, read: ReadCheckpoints | null): TemplateResult {
  const { listing, job } = page;
  const free = machine?.facts?.freeDiskBytes ?? null;
  const checkpoints = read?.checkpoints ?? [];
  const [newest] = checkpoints;
  return html`<dl class="facts">
    ${fact('On', listing.place.machine, listing.place.folder)}
    ${fact('Kept', read === null ? null : keptWords(checkpoints))}
    ${fact('Free', free === null ? null : roomWords(free, newest))}
    ${fact('Clean Up leaves', read === null ? null : policyWords(read.keep))}
    ${fact('Next', nextWords(listing, job))}
  </dl>`;
}

function fact(name: string, words: string | null, title?: string): TemplateResult | typeof nothing {
  if (words === null) return nothing;
  return html`<div>
    <dt>${name}</dt>
    <dd title=${title ?? nothing}>${words}</dd>
  </div>`;
}
