// What one panel has open in the runtime: opened when first asked for, opened again when the runtime was started again or when it
// could not be opened before, closed with the panel.
import { type Disposable, Disposables } from '../support/disposable.ts';
import { Listeners } from '../support/listeners.ts';
import { messageOf } from '../support/problem.ts';
import type { Log } from '../support/topicLog.ts';

export interface HandleParts<State> {
  /** For the log. */
  readonly name: string;
  /** @throws Problem when it cannot be opened */
  readonly open: () => Promise<State>;
  readonly close: (handle: string) => Promise<unknown>;
  /** The runtime tells the states of everything that anyone has open. */
  readonly onState: (listener: (state: State) => void) => Disposable;
  /** The runtime's process ended, and with it everything it had open. */
  readonly onEnded: (listener: () => void) => Disposable;
  readonly log: Log;
}

export class OpenHandle<State extends { readonly handle: string }> implements Disposable {
  readonly #parts: HandleParts<State>;
  readonly #owned = new Disposables();
  readonly #listeners: Listeners<State>;
  #opening: Promise<State> | null = null;
  #state: State | null = null;
  #isDisposed = false;

  constructor(parts: HandleParts<State>) {
    this.#parts = parts;
    this.#listeners = new Listeners((error) => parts.log.error(messageOf(error)));
    this.#owned.add(parts.onState((state) => this.#hear(state)));
    this.#owned.add(parts.onEnded(() => this.#openAgain()));
  }

  /** Told when it changed by itself, and when it was opened again. */
  onChanged(listener: (state: State) => void): Disposable {
    return this.#listeners.add(listener);
  }

  /** @throws Problem when it cannot be opened; the next call tries again */
  async handle(): Promise<string> {
    return (await this.open()).handle;
  }

  /** The newest state that is known. */
  async open(): Promise<State> {
    this.#opening ??= this.#ask();
    await this.#opening;
    // A notification may have come since it was opened.
    return this.#state ?? this.#opening;
  }

  /** The next `open` opens anew, for example with other settings. */
  forget(): void {
    const { handle } = this.#state ?? {};
    this.#opening = null;
    this.#state = null;
    if (handle !== undefined) this.#close(handle);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#owned.dispose();
    if (this.#state !== null) this.#close(this.#state.handle);
  }

  #ask(): Promise<State> {
    const opening = this.#parts.open().then((state) => {
      if (this.#isDisposed) this.#close(state.handle);
      else if (this.#state?.handle !== state.handle) this.#state = state;
      return state;
    });
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = null;
    });
    return opening;
  }

  #close(handle: string): void {
    const { close, log, name } = this.#parts;
    close(handle).catch((error: unknown) => log.debug(`Closing ${name}: ${messageOf(error)}`));
  }

  #hear(state: State): void {
    if (state.handle !== this.#state?.handle) return;
    this.#state = state;
    this.#listeners.tell(state);
  }

  #openAgain(): void {
    const wasOpen = this.#state !== null;
    this.#opening = null;
    this.#state = null;
    if (!wasOpen) return;
    this.open().then(
      (state) => this.#listeners.tell(state),
      (error: unknown) => this.#parts.log.warn(`${this.#parts.name}: ${messageOf(error)}`),
    );
  }
}
