// The settings of an editor, in memory: the person's own and those of the workspace.
import type { Configured } from '../../extension/settings.ts';

type Listener = Parameters<Configured['onDidChangeConfiguration']>[0];

export class FakeConfiguration {
  readonly own = new Map<string, unknown>();
  readonly workspace = new Map<string, unknown>();
  readonly #listeners = new Set<Listener>();

  /** The part of VS Code that `Settings` takes. */
  get configured(): Configured {
    // Only what Settings calls is there; a call of anything else fails loudly.
    return {
      getConfiguration: () => ({
        get: (id: string) => this.workspace.get(id) ?? this.own.get(id),
        inspect: (id: string) => ({ workspaceValue: this.workspace.get(id) }),
        update: (id: string, value: unknown, isForPerson: boolean) => {
          this.set(id, value, isForPerson);
          return Promise.resolve();
        },
      }),
      onDidChangeConfiguration: (listener: Listener) => {
        this.#listeners.add(listener);
        return { dispose: () => this.#listeners.delete(listener) };
      },
    } as unknown as Configured;
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  set(id: string, value: unknown, isForPerson = true): void {
    (isForPerson ? this.own : this.workspace).set(id, value);
    const event = { affectsConfiguration: (section: string) => section === id };
    for (const listener of [...this.#listeners]) listener(event);
  }
}
