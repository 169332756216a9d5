// Which model the agent asks: the setting, read and written in one place, with a way to hear of its changes.
import type { Settings } from '../settings.ts';
import type { Disposable } from '../support/disposable.ts';
import { Listeners } from '../support/listeners.ts';

export class ModelChoice implements Disposable {
  readonly #settings: Settings;
  readonly #listeners: Listeners<string>;
  readonly #subscription: Disposable;

  /** @param onError hears what a listener threw */
  constructor(settings: Settings, onError: (error: unknown) => void) {
    this.#settings = settings;
    this.#listeners = new Listeners(onError);
    this.#subscription = settings.onDidChange('model', () => this.#listeners.tell(this.current()));
  }

  /** The name that the runtime takes. */
  current(): string {
    return this.#settings.model;
  }

  choose(name: string): Promise<void> {
    return this.#settings.write('model', name);
  }

  onDidChange(listener: (model: string) => void): Disposable {
    return this.#listeners.add(listener);
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
