// The keys of model servers: those that the editor handed over, by base URL and in memory only, then those of the environment.
import { parseServerModel } from './modelName.ts';
import { serverKeyFrom } from './serverKey.ts';

export class ServerKeys {
  readonly #env: Readonly<Record<string, string | undefined>>;
  #given: ReadonlyMap<string, string> = new Map();

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
  }

  /**
   * Replaces the keys that were given before.
   * @throws HumanError for an address that is none
   */
  set(keys: Readonly<Record<string, string>>): void {
    const given = Object.entries(keys).map(([address, key]) => [baseUrlOf(address), key] as const);
    this.#given = new Map(given.filter(([, key]) => key !== ''));
  }

  /** A key that the editor handed over for this address and no other; null for none. */
  givenFor(baseUrl: string): string | null {
    return this.#given.get(baseUrl) ?? null;
  }

  /** Null for none. */
  keyFor(baseUrl: string): string | null {
    return this.#given.get(baseUrl) ?? serverKeyFrom(this.#env, baseUrl);
  }
}

/** An address as a person wrote it, in the form that model names have it. @throws HumanError */
export function baseUrlOf(address: string): string {
  return parseServerModel(`MODEL@${address.trim()}`).baseUrl;
}
