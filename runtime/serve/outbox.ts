// Notifications on their way to the client, in order. While the channel is busy they wait here, and what waits is put
// together where that loses nothing, so that a flood of tokens neither fills the memory nor delays what comes after it.
import type { RunEvent } from '../contract/events.ts';
import type { NotificationName } from '../contract/requests.ts';

export interface Notice {
  readonly name: NotificationName;
  readonly params: unknown;
  /** What it is about, for notices of which only the last counts. */
  readonly about?: string;
}

type TextSampled = Extract<RunEvent, { type: 'text-sampled' }>;

export interface OutboxOptions {
  /** Resolves when the channel has taken the notice. */
  readonly send: (notice: Notice) => Promise<void>;
  /** Told of a notice that could not be sent. */
  readonly onProblem: (notice: Notice, error: unknown) => void;
}

export class Outbox {
  readonly #options: OutboxOptions;
  #waiting: Notice[] = [];
  #sending: Promise<void> | null = null;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Notices that were not sent yet. */
  get size(): number {
    return this.#waiting.length;
  }

  event(event: RunEvent): void {
    const last = this.#waiting.at(-1);
    const joined = last === undefined ? null : joinedText(last, event);
    if (joined === null) this.#waiting.push({ name: 'run-event', params: event });
    else this.#waiting.splice(-1, 1, { name: 'run-event', params: joined });
    this.#sending ??= this.#send();
  }

  /** After everything that waits. */
  next(notice: Notice): void {
    this.#waiting.push(notice);
    this.#sending ??= this.#send();
  }

  /** Takes the place of a notice about the same thing that still waits. */
  latest(notice: Notice, about: string): void {
    this.#waiting = this.#waiting.filter(
      (other) => other.name !== notice.name || other.about !== about,
    );
    this.#waiting.push({ ...notice, about });
    this.#sending ??= this.#send();
  }

  /** Resolves when nothing waits any more. */
  async drained(): Promise<void> {
    while (this.#sending !== null) await this.#sending;
  }

  async #send(): Promise<void> {
    // One turn later, so that what comes at once goes together.
    await Promise.resolve();
    for (;;) {
      const notice = this.#waiting.shift();
      if (notice === undefined) break;
      try {
        await this.#options.send(notice);
      } catch (error) {
        this.#options.onProblem(notice, error);
      }
    }
    this.#sending = null;
  }
}

/** Two pieces of the same text as one; null when the event is no such piece. */
function joinedText(last: Notice, event: RunEvent): RunEvent | null {
  if (event.type !== 'text-sampled' || !isText(last)) return null;
  const before = last.params;
  const same =
    before.trajectoryId === event.trajectoryId &&
    before.step === event.step &&
    before.channel === event.channel;
  return same ? { ...before, text: before.text + event.text } : null;
}

function isText(notice: Notice): notice is Notice & { readonly params: TextSampled } {
  const { name, params } = notice;
  if (name !== 'run-event' || typeof params !== 'object' || params === null) return false;
  return 'type' in params && params.type === 'text-sampled';
}
