// Checkpoints that are served from this window as models. The last one is the agent's model; when none is left, the one that the
// person had before is again. Knows no VS Code.
import type { RunPlace } from '../../runtime/contract/training/runView.ts';

export interface ServedCheckpoint {
  readonly place: RunPlace;
  readonly step: number;
  /** As the runtime takes it. */
  readonly model: string;
  /** For a person. */
  readonly name: string;
}

export interface ModelSetting {
  current(): string;
  choose(name: string): Promise<void>;
}

export class ServedCheckpoints {
  readonly #setting: ModelSetting;
  #served: readonly ServedCheckpoint[] = [];
  #before: string | null = null;

  constructor(setting: ModelSetting) {
    this.#setting = setting;
  }

  get all(): readonly ServedCheckpoint[] {
    return this.#served;
  }

  async add(one: ServedCheckpoint): Promise<void> {
    this.#before ??= this.#setting.current();
    this.#served = [...this.#served.filter(({ model }) => model !== one.model), one];
    await this.#setting.choose(one.model);
  }

  async remove(one: ServedCheckpoint): Promise<void> {
    this.#served = this.#served.filter((other) => other !== one);
    const next = this.#served.at(-1)?.model ?? this.#before;
    if (this.#served.length === 0) this.#before = null;
    // A person may have chosen another model in the meantime.
    if (next !== null && this.#setting.current() === one.model) await this.#setting.choose(next);
  }
}
