// Who labels: the name in the settings, else the person as git knows them in the workspace, else what they said when they were asked
// once. Labels carry it, so that those of several people can be told apart.

export interface RaterParts {
  /** The name in the settings; empty when there is none. */
  readonly setting: () => string;
  /** `Name <mail>` for a workspace; null when git knows nobody, or is not installed. */
  readonly gitIdentity: (workspace: string) => Promise<string | null>;
  /** What was said before. */
  readonly memory: {
    get(): string | null;
    set(rater: string): Promise<void>;
  };
  /** Undefined when the person gave up. */
  readonly ask: () => Promise<string | undefined>;
}

export class Rater {
  readonly #parts: RaterParts;

  constructor(parts: RaterParts) {
    this.#parts = parts;
  }

  /** Null when nobody is known without asking. */
  async known(workspace: string): Promise<string | null> {
    const { setting, gitIdentity, memory } = this.#parts;
    const set = setting().trim();
    if (set !== '') return set;
    return (await gitIdentity(workspace)) ?? memory.get();
  }

  /** Undefined when nobody is known and the person does not say. */
  async get(workspace: string): Promise<string | undefined> {
    const known = await this.known(workspace);
    if (known !== null) return known;
    const said = (await this.#parts.ask())?.trim();
    if (said === undefined || said === '') return undefined;
    await this.#parts.memory.set(said);
    return said;
  }
}
