// The editor's secret store, in memory.
import type { SecretStore } from '../../extension/secrets.ts';

type Listener = Parameters<SecretStore['onDidChange']>[0];

export class FakeSecretStore {
  readonly kept = new Map<string, string>();
  readonly #listeners = new Set<Listener>();

  get store(): SecretStore {
    return {
      get: (name: string) => Promise.resolve(this.kept.get(name)),
      store: (name: string, secret: string) =>
        this.#change(name, () => this.kept.set(name, secret)),
      delete: (name: string) => this.#change(name, () => this.kept.delete(name)),
      onDidChange: (listener: Listener) => {
        this.#listeners.add(listener);
        return { dispose: () => this.#listeners.delete(listener) };
      },
    };
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  async #change(key: string, change: () => unknown): Promise<void> {
    await Promise.resolve();
    change();
    for (const listener of [...this.#listeners]) listener({ key });
  }
}
