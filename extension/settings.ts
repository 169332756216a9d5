// The settings as the code reads them: typed, and with the default in the place of a value that makes no sense. Which there
// are is declared in package.json; a test compares the two.
import type * as vscode from 'vscode';
import { settings } from './manifest.ts';

export const settingDefaults = {
  model: 'embedded',
  endpoints: [] as readonly string[],
  recipe: 'tool-r1',
  maxSteps: null as number | null,
  rater: '',
  webEnabled: false,
  webSearch: 'duckduckgo',
  webServers: [] as readonly string[],
  visionModel: '',
};

export type SettingName = keyof typeof settingDefaults;

/** What of VS Code's workspace the settings need. */
export type Configured = Pick<
  typeof vscode.workspace,
  'getConfiguration' | 'onDidChangeConfiguration'
>;

/** As package.json says it. */
const mostSteps = 100;

export class Settings {
  readonly #workspace: Configured;

  constructor(workspace: Configured) {
    this.#workspace = workspace;
  }

  get model(): string {
    return textOr(this.#read('model'), settingDefaults.model);
  }

  get endpoints(): readonly string[] {
    return this.#readList('endpoints');
  }

  get recipe(): string {
    return textOr(this.#read('recipe'), settingDefaults.recipe);
  }

  get maxSteps(): number | null {
    const value = this.#read('maxSteps');
    const isCount = typeof value === 'number' && Number.isInteger(value) && value >= 1;
    return isCount ? Math.min(value, mostSteps) : settingDefaults.maxSteps;
  }

  /** Who labels; empty for the person as git knows them. */
  get rater(): string {
    return textOr(this.#read('rater'), settingDefaults.rater);
  }

  get webEnabled(): boolean {
    return this.#read('webEnabled') === true;
  }

  /** `duckduckgo`, `brave`, `tavily` or the address of a SearXNG. */
  get webSearch(): string {
    return textOr(this.#read('webSearch'), settingDefaults.webSearch);
  }

  /** The person's own servers that the agent may visit, each `host:port`. */
  get webServers(): readonly string[] {
    return this.#readList('webServers');
  }

  /** Model that looks at pictures; empty for none. */
  get visionModel(): string {
    return textOr(this.#read('visionModel'), settingDefaults.visionModel);
  }

  /** Written where the value in force stands: in the workspace when it has its own, else for the person. */
  async write(name: 'model' | 'endpoints', value: string | readonly string[]): Promise<void> {
    const configuration = this.#workspace.getConfiguration();
    const isOwn = configuration.inspect(settings[name])?.workspaceValue !== undefined;
    await configuration.update(settings[name], value, !isOwn);
  }

  onDidChange(name: SettingName, listener: () => void): vscode.Disposable {
    return this.#workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settings[name])) listener();
    });
  }

  #readList(name: 'endpoints' | 'webServers'): readonly string[] {
    const value = this.#read(name);
    if (!Array.isArray(value)) return settingDefaults[name];
    return value.filter((one): one is string => typeof one === 'string' && one.trim() !== '');
  }

  #read(name: SettingName): unknown {
    return this.#workspace.getConfiguration().get(settings[name]);
  }
}

function textOr(value: unknown, otherwise: string): string {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? otherwise : text;
}
