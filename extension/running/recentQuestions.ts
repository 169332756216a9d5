// The questions that were asked last in this workspace, newest first.
import * as z from 'zod';
import { check } from '../support/check.ts';

/** As VS Code's workspace state. */
export interface StateStore {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const key = 'recentQuestions';
const kept = 20;

const Stored = z.array(z.string());

export class RecentQuestions {
  readonly #store: StateStore;

  constructor(store: StateStore) {
    this.#store = store;
  }

  all(): readonly string[] {
    const stored = check(Stored, this.#store.get(key));
    return stored.ok ? stored.value : [];
  }

  async add(question: string): Promise<void> {
    const others = this.all().filter((one) => one !== question);
    await this.#store.update(key, [question, ...others].slice(0, kept));
  }
}
