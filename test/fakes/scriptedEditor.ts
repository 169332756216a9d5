// A part of the extension loaded with an editor whose person answers from a script: what is typed into an input box, which
// entries of a list are chosen, which button of a message is pressed. Everything that was shown is kept.
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../..');

/** Text for an input box, labels for a list that allows several, undefined for Escape. */
export type Answer = string | readonly string[] | undefined;

export interface Shown {
  readonly kind: 'input' | 'list' | 'message' | 'open dialog' | 'save dialog';
  readonly text: string;
  /** Labels of a list, buttons of a message. */
  readonly choices: readonly string[];
  /** What stood in the input box at first, or what was ticked. */
  readonly given: readonly string[];
}

interface Item {
  readonly label: string;
  readonly picked?: boolean;
}

interface InputOptions {
  readonly title?: string;
  readonly prompt?: string;
  readonly value?: string;
  readonly validateInput?: (text: string) => unknown;
}

interface ListOptions {
  readonly title?: string;
  readonly placeHolder?: string;
  readonly canPickMany?: boolean;
}

export class FakeUri {
  readonly scheme: string;
  readonly path: string;

  constructor(scheme: string, file: string) {
    this.scheme = scheme;
    this.path = file;
  }

  static joinPath(base: FakeUri, ...names: string[]): FakeUri {
    return new FakeUri(base.scheme, path.posix.join(base.path, ...names));
  }

  static file(name: string): FakeUri {
    return new FakeUri('file', name);
  }

  get fsPath(): string {
    return this.path;
  }

  toString(): string {
    return `${this.scheme}://${this.path}`;
  }
}

export class ScriptedEditor {
  readonly shown: Shown[] = [];
  /** Commands that were called, with their arguments. */
  readonly called: { readonly id: string; readonly args: readonly unknown[] }[] = [];
  readonly results = new Map<string, unknown>();
  readonly clipboard: string[] = [];
  /** What was reported while something was under way. */
  readonly progress: unknown[] = [];
  readonly #answers: Answer[];
  /** Folders of the workspace. */
  folders: readonly string[] = ['/home/ada/boats'];
  /** Files that a search for all files finds. */
  files: readonly string[] = [];
  activeTextEditor: unknown = undefined;
  languageModels: readonly unknown[] | null = [];
  isTrusted = true;

  constructor(answers: readonly Answer[] = []) {
    this.#answers = [...answers];
  }

  /** Answers that nobody asked for. */
  get left(): readonly Answer[] {
    return this.#answers;
  }

  /** The module `vscode`, as far as the parts under test use it. */
  get vscode(): object {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- getters below have a `this` of their own
    const editor = this;
    return {
      Uri: FakeUri,
      ThemeIcon: class {
        readonly id: string;
        constructor(id: string) {
          this.id = id;
        }
      },
      QuickPickItemKind: { Separator: -1, Default: 0 },
      RelativePattern: class {
        readonly base: unknown;
        readonly pattern: string;
        constructor(base: unknown, pattern: string) {
          this.base = base;
          this.pattern = pattern;
        }
      },
      LanguageModelChatMessage: {
        User: (text: string) => ({ role: 'user', text }),
        Assistant: (text: string) => ({ role: 'assistant', text }),
      },
      CancellationTokenSource: FakeCancellation,
      ProgressLocation: { Notification: 15 },
      env: {
        clipboard: { writeText: (text: string) => Promise.resolve(this.clipboard.push(text)) },
      },
      commands: {
        executeCommand: (id: string, ...args: unknown[]) => {
          this.called.push({ id, args });
          return Promise.resolve(this.results.get(id));
        },
      },
      workspace: {
        get isTrusted() {
          return editor.isTrusted;
        },
        get workspaceFolders() {
          return editor.folders.map(folderOf);
        },
        getWorkspaceFolder: (uri: FakeUri) => this.#folderOf(uri),
        findFiles: () => Promise.resolve(this.files.map((name) => FakeUri.file(name))),
      },
      window: {
        get activeTextEditor() {
          return editor.activeTextEditor;
        },
        showInputBox: (options: InputOptions) => this.#input(options),
        showQuickPick: (items: readonly (Item | string)[], options?: ListOptions) =>
          this.#list(items, options),
        showInformationMessage: (text: string, ...choices: string[]) =>
          this.#message(text, choices),
        showWarningMessage: (text: string, ...choices: string[]) => this.#message(text, choices),
        showErrorMessage: (text: string, ...choices: string[]) => this.#message(text, choices),
        withProgress: (
          _options: unknown,
          work: (progress: { report: (step: unknown) => void }, token: unknown) => unknown,
        ) =>
          work(
            { report: (step) => this.progress.push(step) },
            { isCancellationRequested: false, onCancellationRequested: () => undefined },
          ),
        showOpenDialog: ({ title = '' }: { readonly title?: string }) =>
          this.#dialog('open dialog', title),
        showSaveDialog: async ({ title = '' }: { readonly title?: string }) =>
          (await this.#dialog('save dialog', title))?.[0],
        showWorkspaceFolderPick: async () => {
          const items = this.folders.map((folder) => ({ label: path.basename(folder) }));
          const picked = await this.#list(items, { placeHolder: 'folder' });
          const at = items.findIndex((item) => item === picked);
          return this.folders[at] === undefined ? undefined : folderOf(this.folders[at]);
        },
      },
    };
  }

  /** Bundles a file of the extension and gives what it exports. */
  async load<Module>(file: string): Promise<Module> {
    const { outputFiles } = await build({
      entryPoints: [path.join(root, 'extension', file)],
      bundle: true,
      write: false,
      platform: 'node',
      format: 'cjs',
      external: ['vscode'],
      // The classes of the message connection must be those that a test compares with.
      packages: 'external',
    });
    const nodeRequire = createRequire(import.meta.url);
    const { vscode } = this;
    const require = (name: string): unknown => (name === 'vscode' ? vscode : nodeRequire(name));
    const module = { exports: {} as Module };
    const run = compileFunction(outputFiles[0]?.text ?? '', ['require', 'module', 'exports']) as (
      ...given: unknown[]
    ) => void;
    run(require, module, module.exports);
    return module.exports;
  }

  #next(what: string): Answer {
    if (this.#answers.length === 0) throw new Error(`Nobody answers: ${what}`);
    return this.#answers.shift();
  }

  async #input({ title = '', prompt = '', value = '', validateInput }: InputOptions) {
    await Promise.resolve();
    this.shown.push({ kind: 'input', text: `${title}: ${prompt}`, choices: [], given: [value] });
    const answer = this.#next(title);
    if (typeof answer !== 'string') return undefined;
    const problem = validateInput?.(answer) ?? null;
    if (problem !== null) throw new Error(`"${answer}" is refused: ${JSON.stringify(problem)}`);
    return answer;
  }

  async #list(items: readonly (Item | string)[], options: ListOptions = {}) {
    await Promise.resolve();
    const labelled = items.map((item) => (typeof item === 'string' ? { label: item } : item));
    const text = options.title ?? options.placeHolder ?? '';
    const given = labelled.filter((item) => 'picked' in item && item.picked).map(labelOf);
    this.shown.push({ kind: 'list', text, choices: labelled.map(labelOf), given });
    const answer = this.#next(text);
    if (answer === undefined) return undefined;
    const wanted = typeof answer === 'string' ? [answer] : answer;
    const found = wanted.map((label) => {
      const at = labelled.findIndex((item) => item.label.includes(label));
      if (at < 0) throw new Error(`"${label}" is not in the list "${text}"`);
      return items[at];
    });
    return options.canPickMany === true ? found : found[0];
  }

  async #message(text: string, choices: readonly string[]) {
    await Promise.resolve();
    this.shown.push({ kind: 'message', text, choices, given: [] });
    return choices.length === 0 ? undefined : this.#next(text);
  }

  async #dialog(kind: 'open dialog' | 'save dialog', title: string) {
    await Promise.resolve();
    this.shown.push({ kind, text: title, choices: [], given: [] });
    const answer = this.#next(title);
    return typeof answer === 'string' ? [FakeUri.file(answer)] : undefined;
  }

  #folderOf(uri: FakeUri): object | undefined {
    const own = this.folders.find((folder) => uri.fsPath.startsWith(folder));
    return own === undefined ? undefined : folderOf(own);
  }
}

/** As VS Code's: cancelled once, told to those who listen. */
export class FakeCancellation {
  readonly #listeners = new Set<() => void>();
  #isCancelled = false;

  get token(): {
    readonly isCancellationRequested: boolean;
    onCancellationRequested(listener: () => void): { dispose(): void };
  } {
    const isCancelled = () => this.#isCancelled;
    return {
      get isCancellationRequested() {
        return isCancelled();
      },
      onCancellationRequested: (listener) => {
        this.#listeners.add(listener);
        return { dispose: () => this.#listeners.delete(listener) };
      },
    };
  }

  cancel(): void {
    this.#isCancelled = true;
    for (const listener of [...this.#listeners]) listener();
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

function folderOf(folder: string): object {
  return { uri: FakeUri.file(folder), name: path.basename(folder), index: 0 };
}

function labelOf({ label }: Item): string {
  return label;
}
