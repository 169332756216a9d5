// Collects events and hands them over together, at most once a frame, so that a page is not woken for every token.
import type { RunEvent } from '../../runtime/contract/events.ts';
import { appendText } from '../live/keptEvents.ts';
import type { Disposable } from '../support/disposable.ts';

const frameMilliseconds = 16;

export class FrameBatch implements Disposable {
  readonly #send: (events: RunEvent[]) => void;
  #events: RunEvent[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(send: (events: RunEvent[]) => void) {
    this.#send = send;
  }

  add(event: RunEvent): void {
    if (event.type === 'text-sampled') appendText(this.#events, event);
    else this.#events.push(event);
    this.#timer ??= setTimeout(() => this.flush(), frameMilliseconds);
  }

  /** Hands over what there is, without waiting. */
  flush(): void {
    const events = this.#events;
    this.clear();
    if (events.length > 0) this.#send(events);
  }

  /** Forgets what was not handed over. */
  clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#events = [];
  }

  dispose(): void {
    this.clear();
  }
}
