// The keys of model servers. They lie in the editor's secret store and nowhere else; the runtime is handed them at each of
// its starts, and again when one changes, and keeps them in memory.
import * as z from 'zod';
import { contextKeys, secretName } from './manifest.ts';
import type { RuntimeRequests } from './runtime/runtimeRequests.ts';
import { checkJson } from './support/checkJson.ts';
import type { Disposable } from './support/disposable.ts';
import { messageOf } from './support/problem.ts';
import type { Log } from './support/topicLog.ts';

/** Keys by base URL. */
const StoredKeys = z.record(z.string(), z.string());
type StoredKeys = z.infer<typeof StoredKeys>;

/** What of the editor's secret store is needed. */
export interface SecretStore {
  get(name: string): PromiseLike<string | undefined>;
  store(name: string, secret: string): PromiseLike<void>;
  delete(name: string): PromiseLike<void>;
  /** Also told of changes in another window. */
  onDidChange(listener: (change: { readonly key: string }) => void): Disposable;
}

export interface KeysParts {
  readonly store: SecretStore;
  readonly runtime: RuntimeRequests & {
    onStarted(listener: (runtime: RuntimeRequests) => Promise<void>): Disposable;
  };
  readonly setContext: (key: string, value: boolean) => void;
  readonly log: Log;
}

export class Keys implements Disposable {
  readonly #parts: KeysParts;
  readonly #subscriptions: Disposable[];
  /** Before the first start there is nobody to tell. */
  #wasStarted = false;

  constructor(parts: KeysParts) {
    this.#parts = parts;
    this.#subscriptions = [
      parts.runtime.onStarted((runtime) => {
        this.#wasStarted = true;
        return this.#hand(runtime);
      }),
      parts.store.onDidChange(({ key }) => {
        if (key === secretName) void this.#changed(this.#wasStarted);
      }),
    ];
  }

  /** Base URLs that have a key. */
  async servers(): Promise<readonly string[]> {
    return Object.keys(await this.#read()).sort();
  }

  async set(baseUrl: string, key: string): Promise<void> {
    await this.#write({ ...(await this.#read()), [baseUrl]: key });
  }

  async forget(baseUrls: readonly string[]): Promise<void> {
    const kept = Object.entries(await this.#read()).filter(([url]) => !baseUrls.includes(url));
    await this.#write(Object.fromEntries(kept));
  }

  /** Shows the command that forgets keys when there are some. */
  async showWhetherThereAre(): Promise<void> {
    this.#parts.setContext(contextKeys.hasKeys, (await this.servers()).length > 0);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #changed(isStarted: boolean): Promise<void> {
    await this.showWhetherThereAre();
    const { runtime, log } = this.#parts;
    if (!isStarted) return;
    await this.#hand(runtime).catch((error: unknown) => {
      log.error(`The keys could not be handed over: ${messageOf(error)}`);
    });
  }

  async #hand(runtime: RuntimeRequests): Promise<void> {
    await runtime.request('set-keys', { keys: await this.#read() });
  }

  async #read(): Promise<StoredKeys> {
    const text = await this.#parts.store.get(secretName);
    if (text === undefined) return {};
    const read = checkJson(StoredKeys, text);
    if (read.ok) return read.value;
    this.#parts.log.warn('The stored keys could not be read and are taken as none.');
    return {};
  }

  async #write(keys: StoredKeys): Promise<void> {
    if (Object.keys(keys).length === 0) await this.#parts.store.delete(secretName);
    else await this.#parts.store.store(secretName, JSON.stringify(keys));
  }
}
