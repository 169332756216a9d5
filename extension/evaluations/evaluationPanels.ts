// The panels of evaluations: one for each folder, opened by the command and restored after a reload.
import * as vscode from 'vscode';
import type { EvaluationPanelState } from '../../runtime/contract/evaluationPanel.ts';
import { commands, viewTypes } from '../manifest.ts';
import { showLost } from '../panels/lostPanel.ts';
import { portOf } from '../panels/pagePort.ts';
import { panelIcon } from '../panels/panelIcon.ts';
import { pageOf, pageOptions } from '../panels/webviewPage.ts';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';
import { check } from '../support/check.ts';
import { type Disposable, Disposables } from '../support/disposable.ts';
import { Problem } from '../support/problem.ts';
import type { Log } from '../support/topicLog.ts';
import {
  type EvaluationActions,
  EvaluationHost,
  type EvaluationPanelSchemas,
} from './evaluationHost.ts';

export interface EvaluationServices {
  readonly extensionUri: vscode.Uri;
  readonly runtime: RuntimeRequests;
  readonly schemas: EvaluationPanelSchemas;
  /** Open folders on this disk. */
  readonly workspaces: () => readonly string[];
  readonly log: Log;
}

const title = 'Evaluations';
/** Files of one evaluation change together. */
const settleMilliseconds = 500;

export class EvaluationPanels implements Disposable {
  readonly #services: EvaluationServices;
  readonly #open = new Map<string, vscode.WebviewPanel>();

  constructor(services: EvaluationServices) {
    this.#services = services;
  }

  /** Of the open folder, or of one that the person picks. @throws Problem when none is open */
  async open(): Promise<void> {
    const workspace = await pickedFolder(this.#services.workspaces());
    if (workspace === undefined) return;
    const known = this.#open.get(workspace);
    if (known !== undefined) {
      known.reveal(undefined, false);
      return;
    }
    const column = { viewColumn: vscode.ViewColumn.Active, preserveFocus: false };
    const panel = vscode.window.createWebviewPanel(viewTypes.evaluations, title, column);
    this.#fill(panel, { version: 1, workspace, route: { page: 'evaluations', chosen: [] } });
  }

  /** After a reload of the window. A tab whose state cannot be read says so. */
  restore(panel: vscode.WebviewPanel, raw: unknown): void {
    const { schemas, extensionUri, log } = this.#services;
    const state = check(schemas.EvaluationPanelState, raw);
    if (state.ok) this.#fill(panel, state.value);
    else showLost(panel, { bundle: 'eval', raw, state, extensionUri, log });
  }

  dispose(): void {
    for (const panel of [...this.#open.values()]) panel.dispose();
  }

  #fill(panel: vscode.WebviewPanel, state: EvaluationPanelState): void {
    const { extensionUri, runtime, schemas, log } = this.#services;
    panel.iconPath = panelIcon(extensionUri);
    panel.webview.options = pageOptions(extensionUri);
    const owned = new Disposables();
    const page = portOf(panel.webview, log);
    const host = owned.add(
      new EvaluationHost({ page, state, runtime, schemas, actions: editorActions, log }),
    );
    owned.add(followFiles(state.workspace, () => host.filesChanged()));
    this.#open.set(state.workspace, panel);
    panel.onDidDispose(() => {
      owned.dispose();
      if (this.#open.get(state.workspace) === panel) this.#open.delete(state.workspace);
    });
    panel.webview.html = pageOf({ bundle: 'eval', title }, panel.webview, extensionUri);
  }
}

const editorActions: EvaluationActions = {
  openTrajectory: async (file, trajectoryId) => {
    await vscode.commands.executeCommand(commands.openTrajectory, { file, trajectoryId });
  },
  copy: async (text) => vscode.env.clipboard.writeText(text),
};

async function pickedFolder(folders: readonly string[]): Promise<string | undefined> {
  const [only, ...others] = folders;
  if (only === undefined) throw new Problem('Open a folder first: evaluations lie in one.');
  if (others.length === 0) return only;
  return vscode.window.showQuickPick([...folders], {
    ...{ title: 'Open Evaluations', placeHolder: 'Of which folder?' },
  });
}

/** Told once for changes that follow each other closely. */
function followFiles(workspace: string, onChanged: () => void): Disposable {
  const pattern = new vscode.RelativePattern(
    vscode.Uri.file(workspace),
    '.tool-r1/evaluations/**/{evaluation.json,results.jsonl}',
  );
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  let timer: NodeJS.Timeout | undefined;
  const changed = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      onChanged();
    }, settleMilliseconds);
  };
  return vscode.Disposable.from(
    watcher,
    watcher.onDidCreate(changed),
    watcher.onDidChange(changed),
    watcher.onDidDelete(changed),
    { dispose: () => clearTimeout(timer) },
  );
}
