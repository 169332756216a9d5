// An editor that opens panels of web views without VS Code: a test sees what was opened, asks as their pages do, and closes them.
import { ScriptedEditor } from './scriptedEditor.ts';

type Listener = (raw: unknown) => void;

export class FakeWebviewPanel {
  readonly posted: { readonly kind: string; readonly [extra: string]: unknown }[] = [];
  readonly #disposed: (() => void)[] = [];
  #listener: Listener = () => undefined;
  isClosed = false;
  revealed = 0;
  title: string;
  iconPath: unknown = undefined;

  constructor(title: string) {
    this.title = title;
  }

  readonly webview = {
    html: '',
    options: {},
    cspSource: 'csp:',
    asWebviewUri: (uri: unknown) => uri,
    postMessage: (message: FakeWebviewPanel['posted'][number]) => {
      this.posted.push(message);
      return Promise.resolve(true);
    },
    onDidReceiveMessage: (listener: Listener) => {
      this.#listener = listener;
      return { dispose: () => undefined };
    },
  };

  /** Says something as its page would. */
  say(raw: unknown): void {
    this.#listener(raw);
  }

  reveal(): void {
    this.revealed += 1;
  }

  onDidDispose(listener: () => void): void {
    this.#disposed.push(listener);
  }

  dispose(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const listener of this.#disposed) listener();
  }
}

export class PanelEditor extends ScriptedEditor {
  readonly panels: FakeWebviewPanel[] = [];

  override get vscode(): object {
    const known = super.vscode as { readonly window: object };
    return {
      ...known,
      ViewColumn: { Active: -1 },
      window: {
        ...known.window,
        createWebviewPanel: (_viewType: string, title: string) => {
          const panel = new FakeWebviewPanel(title);
          this.panels.push(panel);
          return panel;
        },
      },
    };
  }
}
