// The head of a run's page, read top down: is it alive, what is it, how far is it, how long does it still take.
import { html, nothing, type TemplateResult } from 'lit';
import { shortTime } from '../charts/axisWords.ts';
import { actionButton } from '../controls/actionButton.ts';
import { wholeNumber } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import type { RunListing } from '../../runtime/contract/training/runView.ts';
import { splitWords } from './cardGroups.ts';
import { lastPart } from './paths.ts';
import type { RunActions } from './runActions.ts';
import type { RunModel } from './runModel.ts';
import { resumeRefusal, stopRefusal } from './refusals.ts';
import { paceWords, stateDetail, taskWords, timeLeft } from './runWords.ts';
import { stateLooks } from './stateLooks.ts';
import { whenWords } from './timeWords.ts';

/** Opens the other pages of the run. */
export interface OpenPages {
  /** Null for a run whose recipe keeps no queue of samples. */
  readonly queue: (() => void) | null;
  readonly checkpoints: () => void;
}

export function headView(
  model: RunModel,
  now: number,
  actions: RunActions,
  open: OpenPages,
): TemplateResult {
  const { listing } = model.page;
  const look = stateLooks[listing.state];
  return html`<header class="run-head">
    <div class="run-top">
      <div>
        <p class="run-state">
          ${icon(look.icon, look.tone)}<strong>${look.words}</strong>
          <span class="muted">${stateDetail(listing, now)}</span>
        </p>
        <h1>${listing.name}</h1>
      </div>
      ${buttons(listing, actions, open)}
    </div>
    ${facts(model, now)} ${progress(model, now)}
  </header>`;
}

function buttons(listing: RunListing, actions: RunActions, open: OpenPages): TemplateResult {
  return html`<div class="actions">
    ${
      open.queue === null
        ? nothing
        : actionButton({ label: 'Open Queue', icon: 'layers', press: open.queue })
    }
    ${actionButton({ label: 'Open Checkpoints', icon: 'save', press: open.checkpoints })}
    ${actionButton({
      label: 'Stop',
      icon: 'stop',
      press: () => actions.stop(),
      refusal: stopRefusal(listing),
    })}
    ${actionButton({
      label: 'Resume…',
      icon: 'resume',
      press: () => actions.resume(null),
      refusal: resumeRefusal(listing),
    })}
    ${actionButton({ label: 'Open Log', icon: 'log', press: () => actions.openLog(null, null) })}
  </div>`;
}

function facts({ page, machine }: RunModel, now: number): TemplateResult {
  const { listing, job, progress } = page;
  const cards = machine?.facts?.gpus ?? [];
  const card = cards[0] === undefined ? '' : `, ${cards.length} × ${cards[0].name}`;
  const split = splitWords(page.cards, page.sampler);
  const words = `${listing.place.machine}${card}${split === '' ? '' : `: ${split}`}`;
  return html`<dl class="facts">
    ${fact('Recipe', listing.recipe)} ${fact('Model', lastPart(job.model), job.model)}
    ${fact('Machine', words, listing.place.folder)} ${fact('Tasks', taskWords(progress))}
    ${progress.epoch === null ? nothing : fact('Epoch', wholeNumber(progress.epoch))}
    ${fact('Created', whenWords(job.createdAt, now))} ${fact('Seed', String(job.seed))}
  </dl>`;
}

function fact(name: string, words: string, title?: string): TemplateResult {
  return html`<div>
    <dt>${name}</dt>
    <dd title=${title ?? nothing}>${words}</dd>
  </div>`;
}

function progress({ page }: RunModel, now: number): TemplateResult {
  const { step, totalSteps, newestCheckpoint } = page.listing;
  const share = (steps: number): string =>
    totalSteps === null ? '0%' : `${Math.min((steps / totalSteps) * 100, 100).toFixed(2)}%`;
  const of = totalSteps === null ? '' : ` of ${wholeNumber(totalSteps)}`;
  return html`<div class="run-progress">
    <span><strong>Step ${wholeNumber(step)}</strong>${of}</span>
    ${
      totalSteps === null
        ? nothing
        : html`<span
            class="track"
            role="progressbar"
            aria-label="Train steps"
            aria-valuemin="0"
            aria-valuemax=${totalSteps}
            aria-valuenow=${step}
            ><i .style=${`width:${share(step)}`}></i>${
              newestCheckpoint === null
                ? nothing
                : html`<s
                    .style=${`left:${share(newestCheckpoint)}`}
                    title="newest checkpoint, step ${wholeNumber(newestCheckpoint)}"
                  ></s>`
            }</span
          >`
    }
    ${paceView(page.listing, page.metrics.seconds.at(-1) ?? null, now)}
  </div>`;
}

/** What is still to come while it runs; how it went afterwards. */
function paceView(listing: RunListing, took: number | null, now: number): TemplateResult {
  const left = timeLeft(listing, now);
  if (left !== null) {
    const { secondsPerStep } = listing;
    return html`<span>${left.words} <span class="muted">${left.doubt}</span></span> ${
        secondsPerStep === null
          ? nothing
          : html`<span class="muted">${paceWords(secondsPerStep)}</span>`
      }`;
  }
  const ended = ['stopped', 'crashed', 'done'].includes(listing.lastState) && took !== null;
  return html`${ended ? html`<span>ended after ${shortTime(took)}</span>` : nothing}
    <span class="muted">${checkpointWords(listing.newestCheckpoint)}</span>`;
}

function checkpointWords(newest: number | null): string {
  return newest === null ? 'no checkpoint yet' : `checkpoint ${wholeNumber(newest)} is the newest`;
}
