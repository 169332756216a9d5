// A trajectory file as one panel has it open in the runtime: opened when first read, opened again when the runtime was started
// again or when the file was not there before, closed with the panel.
import type { IndexState } from '../../runtime/contract/viewing.ts';
import type { NotificationOf, RuntimeRequests } from '../runtime/runtimeRequests.ts';
import { type Disposable, Disposables } from '../support/disposable.ts';
import { Listeners } from '../support/listeners.ts';
import { messageOf } from '../support/problem.ts';
import type { Log } from '../support/topicLog.ts';

export interface FileRuntime extends RuntimeRequests {
  onNotification(
    name: 'index-changed',
    listener: (state: NotificationOf<'index-changed'>) => void,
  ): Disposable;
  onEnded(listener: (message: string) => void): Disposable;
}

export class OpenFile implements Disposable {
  readonly file: string;
  readonly #runtime: FileRuntime;
  readonly #log: Log;
  readonly #owned = new Disposables();
  readonly #listeners: Listeners<IndexState>;
  #opening: Promise<IndexState> | null = null;
  #state: IndexState | null = null;
  #isDisposed = false;

  constructor(file: string, runtime: FileRuntime, log: Log) {
    this.file = file;
    this.#runtime = runtime;
    this.#log = log;
    this.#listeners = new Listeners((error) => log.error(messageOf(error)));
    this.#owned.add(runtime.onNotification('index-changed', (state) => this.#hear(state)));
    this.#owned.add(runtime.onEnded(() => this.#openAgain()));
  }

  onChanged(listener: (state: IndexState) => void): Disposable {
    return this.#listeners.add(listener);
  }

  /** @throws Problem when the file cannot be opened; the next call tries again */
  async handle(): Promise<string> {
    return (await this.open()).handle;
  }

  /** How far its index is. */
  async open(): Promise<IndexState> {
    this.#opening ??= this.#ask();
    await this.#opening;
    // A notification may have come since the file was opened.
    return this.#state ?? this.#opening;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#owned.dispose();
    if (this.#state !== null) this.#close(this.#state.handle);
  }

  #ask(): Promise<IndexState> {
    const asked = this.#runtime.request('open-trajectories', { file: this.file });
    const opening = asked.then(({ handle, state }) => {
      if (this.#isDisposed) this.#close(handle);
      else if (this.#state?.handle !== handle) this.#state = state;
      return state;
    });
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = null;
    });
    return opening;
  }

  #close(handle: string): void {
    this.#runtime
      .request('close-trajectories', { handle })
      .catch((error: unknown) => this.#log.debug(`Closing ${this.file}: ${messageOf(error)}`));
  }

  #hear(state: IndexState): void {
    if (this.#state !== null && state.handle !== this.#state.handle) return;
    if (this.#state === null) return;
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
      (error: unknown) => this.#log.warn(`${this.file}: ${messageOf(error)}`),
    );
  }
}
