// A run that has no figures yet: what it waits for, what has happened so far, and when there will be charts.
import { html, nothing, type TemplateResult } from 'lit';
import type { RunListing, RunPage } from '../../runtime/contract/training/runView.ts';
import { icon, type IconName } from '../icons.ts';
import { waitWords } from './runWords.ts';
import { clockWords } from './timeWords.ts';

const mostEvents = 10;

export function waitingView({ listing, events }: RunPage): TemplateResult {
  const { look, head, words } = waitOf(listing);
  const newest = events.slice(-mostEvents);
  return html`<section class="waiting" aria-labelledby="waiting">
    <h2 id="waiting">${icon(look, 'muted')}${head}</h2>
    <p>${words}</p>
    ${
      newest.length === 0
        ? nothing
        : html`<h3>So far</h3>
            <ol class="so-far">
              ${newest.map(
                ({ at, message }) =>
                  html`<li>
                    <time datetime=${at}>${clockWords(at)}</time><span>${message}</span>
                  </li>`,
              )}
            </ol>`
    }
  </section>`;
}

interface Wait {
  readonly look: IconName;
  readonly head: string;
  readonly words: string;
}

function waitOf(listing: RunListing): Wait {
  switch (listing.lastState) {
    case 'queued':
      return {
        look: 'clock',
        head: `This run waits: ${waitWords(listing)}`,
        words:
          'It starts by itself when its graphics cards are free, also while this window is closed. Stop takes it out of the line.',
      };
    case 'starting':
      return {
        look: 'spinner',
        head: 'The processes of this run are starting',
        words:
          'The model is loaded, then the first trajectories are sampled. That takes from one minute to ten, longer for a large model.',
      };
    case 'running':
      return {
        look: 'spinner',
        head: 'The first train step is under way',
        words: `${listing.activity === '' ? 'Sampling and updating' : listing.activity}. Charts appear when it is done.`,
      };
    case 'stopping':
    case 'stopped':
    case 'crashed':
    case 'done':
      return {
        look: 'line',
        head: 'There are no figures',
        words: 'The run ended before its first train step was done.',
      };
  }
}
