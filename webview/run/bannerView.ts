// What stands above everything else while a run is not heard: offline is not dead, and a missing heartbeat is not an end.
import { html, nothing, type TemplateResult } from 'lit';
import type { MachineConnection } from '../../runtime/contract/machine.ts';
import { actionButton } from '../controls/actionButton.ts';
import { byteSize, wholeNumber } from '../format/numbers.ts';
import { icon } from '../icons.ts';
import type { RunActions } from './runActions.ts';
import type { RunModel } from './runModel.ts';
import { guessedStep } from './runWords.ts';
import { isAlive } from './stateLooks.ts';
import { agoWords, untilWords, whenWords } from './timeWords.ts';

export function bannerView(
  model: RunModel,
  now: number,
  actions: RunActions,
): TemplateResult | typeof nothing {
  const { state } = model.page.listing;
  if (state === 'offline') return offlineBanner(model, now, actions);
  return state === 'stalled' ? stalledBanner(model, now, actions) : nothing;
}

function offlineBanner(model: RunModel, now: number, actions: RunActions): TemplateResult {
  const { listing } = model.page;
  const goesOn = isAlive(listing.lastState)
    ? 'The run goes on there by itself; nothing is lost.'
    : 'The run had ended before; nothing is lost.';
  return html`<div class="banner warning" role="status">
    ${icon('unplugged', 'warn')}
    <div>
      <p><strong>Not connected to ${listing.place.machine}.</strong> ${goesOn}</p>
      <p class="small">${knownWords(model, now)}</p>
      <p class="small">${connectionWords(model.machine?.connection ?? null, now)}</p>
    </div>
    <div class="actions">
      ${actionButton({
        label: 'Reconnect Now',
        icon: 'again',
        press: () => actions.reconnect(),
        refusal: reconnectRefusal(model),
      })}
      ${actionButton({ label: 'Connection Log', press: () => actions.openConnectionLog() })}
    </div>
  </div>`;
}

function knownWords({ page }: RunModel, now: number): string {
  const { listing, readBytes } = page;
  const got =
    listing.lastSeenAt === null ? '' : `, received at ${whenWords(listing.lastSeenAt, now)}`;
  const known =
    `Shown here: all figures up to train step ${wholeNumber(listing.step)}, ` +
    `${byteSize(readBytes)} of metrics.jsonl${got}. Reading goes on at byte ${wholeNumber(readBytes)}.`;
  const guess = isAlive(listing.lastState) ? guessedStep(listing, now) : null;
  return guess === null
    ? known
    : `${known} At its pace the run is now near step ${wholeNumber(guess)} (an estimate).`;
}

function connectionWords(
  connection: MachineConnection | null,
  now: number,
): TemplateResult | string {
  if (connection === null) return 'The machine is not attached any more. Attach it again to go on.';
  if (connection.state === 'connecting' || connection.state === 'idle') return 'Connecting.';
  if (connection.state === 'connected') return 'Connected again; the run is being read.';
  const next =
    connection.nextTryAt === null
      ? 'It is not tried again by itself: this needs you.'
      : `Next try ${untilWords(connection.nextTryAt, now)}.`;
  return html`${next} Last error: <span class="mono">${connection.problem}</span>`;
}

function reconnectRefusal({ machine }: RunModel): string | null {
  if (machine === null) return 'The machine is not attached. Attach it first.';
  return machine.connection.state === 'connecting' ? 'It is being tried just now.' : null;
}

function stalledBanner({ page }: RunModel, now: number, actions: RunActions): TemplateResult {
  const { lastSeenAt, place } = page.listing;
  const since = lastSeenAt === null ? 'yet' : `since ${agoWords(lastSeenAt, now)}`;
  return html`<div class="banner warning" role="status">
    ${icon('pause', 'warn')}
    <div>
      <p>
        <strong>No heartbeat ${since}.</strong> ${place.machine} answers, and a process of the run
        lives.
      </p>
      <p class="small">
        Something holds it up: a full disk, a file system that does not answer, or a stopped
        process. Look at the end of the log. If nothing moves for ten minutes, stop the run and
        resume it from its newest checkpoint.
      </p>
    </div>
    <div class="actions">
      ${actionButton({ label: 'Open Log', icon: 'log', press: () => actions.openLog(null, null) })}
    </div>
  </div>`;
}
