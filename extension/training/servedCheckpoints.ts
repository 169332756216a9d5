// What the agent asks as checkpoints come and go: the one that was served last, and when that is not served any more, another one
// that is, or the model of before. Knows no VS Code.
import { checkpointLabel } from '../models/modelChoices.ts';
import { settingDefaults } from '../settings.ts';

export interface ModelSetting {
  current(): string;
  choose(name: string): Promise<void>;
}

export class ServedCheckpoints {
  readonly #setting: ModelSetting;
  #before = settingDefaults.model;

  constructor(setting: ModelSetting) {
    this.#setting = setting;
  }

  /** @param model `checkpoint:RUN/STEP` */
  async use(model: string): Promise<void> {
    const current = this.#setting.current();
    if (checkpointLabel(current) === null) this.#before = current;
    await this.#setting.choose(model);
  }

  /**
   * It is not served any more. A person may have chosen another model in the meantime, which stays.
   * @param left names of those that are served still
   */
  async leave(model: string, left: readonly string[]): Promise<void> {
    if (this.#setting.current() !== model) return;
    await this.#setting.choose(left.at(-1) ?? this.#before);
  }
}
