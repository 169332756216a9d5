// The events of one rollout under way, put together so that a page that was loaded again can be told all of it at once: of a
// finished step its start and its end, of the step under way its text in one piece.
import type { RunEvent, RunEventOf } from '../../runtime/contract/events.ts';
import { clipText } from './pageEvent.ts';

/** Characters of a step's sampled text that are kept; its head and its tail. */
const keptText = 200_000;

export class KeptEvents {
  #events: RunEvent[] = [];

  add(event: RunEvent): void {
    if (event.type === 'text-sampled') {
      appendText(this.#events, event, keptText);
      return;
    }
    if (event.type === 'progress-reported') {
      this.#drop((one) => one.type === event.type && one.activity === event.activity);
    }
    if (event.type === 'step-ended') this.#drop((one) => isInside(one, event.step.index));
    this.#events.push(event);
  }

  get all(): readonly RunEvent[] {
    return this.#events;
  }

  #drop(isNeedless: (event: RunEvent) => boolean): void {
    this.#events = this.#events.filter((event) => !isNeedless(event));
  }
}

/** Adds text to the list's last event if that is of the same step and channel, else as an event of its own. */
export function appendText(
  events: RunEvent[],
  event: RunEventOf<'text-sampled'>,
  atMost = Number.POSITIVE_INFINITY,
): void {
  const last = events.at(-1);
  const continues =
    last?.type === 'text-sampled' &&
    last.trajectoryId === event.trajectoryId &&
    last.step === event.step &&
    last.channel === event.channel;
  if (!continues) events.push(event);
  else events[events.length - 1] = { ...event, text: bounded(last.text + event.text, atMost) };
}

/** Shortens only at twice the limit, so that a long text is not copied at every token. */
function bounded(text: string, atMost: number): string {
  return text.length > atMost * 2 ? clipText(text, atMost) : text;
}

/** What the end of the step says again. */
function isInside(event: RunEvent, step: number): boolean {
  return 'step' in event && event.step === step && event.type !== 'step-started';
}
