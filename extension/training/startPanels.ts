// The panel "Start Training": one at a time, opened by its command and restored after a reload with its wish.
import * as vscode from 'vscode';
import type { RunListing } from '../../runtime/contract/training/runView.ts';
import type { TrainingWish } from '../../runtime/contract/training/trainingRequests.ts';
import { viewTypes } from '../manifest.ts';
import { portOf } from '../panels/pagePort.ts';
import { showLost } from '../panels/lostPanel.ts';
import { panelIcon } from '../panels/panelIcon.ts';
import { pageOf, pageOptions } from '../panels/webviewPage.ts';
import { check } from '../support/check.ts';
import type { Disposable } from '../support/disposable.ts';
import { type StartActions, StartHost } from './startHost.ts';
import type { TrainingServices } from './trainingServices.ts';

interface OpenPanel {
  readonly panel: vscode.WebviewPanel;
  readonly host: StartHost;
}

const title = 'Start Training';

export class StartPanels implements Disposable {
  readonly #services: TrainingServices;
  readonly #actions: StartActions;
  readonly #openRun: (run: RunListing) => void;
  #open: OpenPanel | null = null;

  /** @param openRun shows a run that was started */
  constructor(
    services: TrainingServices,
    actions: StartActions,
    openRun: (run: RunListing) => void,
  ) {
    this.#services = services;
    this.#actions = actions;
    this.#openRun = openRun;
  }

  /** @throws Problem while the training that is shown is being started */
  open(wish: TrainingWish): void {
    if (this.#open === null) {
      const column = { viewColumn: vscode.ViewColumn.Active, preserveFocus: false };
      this.#fill(vscode.window.createWebviewPanel(viewTypes.start, title, column), wish);
      return;
    }
    this.#open.panel.reveal(undefined, false);
    this.#open.host.change(wish);
  }

  /** After a reload of the window. A tab whose state cannot be read says so. */
  restore(panel: vscode.WebviewPanel, raw: unknown): void {
    const state = check(this.#services.startSchemas.StartPanelState, raw);
    if (state.ok) {
      this.#fill(panel, state.value.wish);
      return;
    }
    const { extensionUri, log } = this.#services;
    showLost(panel, { bundle: 'start', raw, state, extensionUri, log });
  }

  dispose(): void {
    this.#open?.panel.dispose();
  }

  #fill(panel: vscode.WebviewPanel, wish: TrainingWish): void {
    const { extensionUri, runtime, startSchemas, log } = this.#services;
    panel.iconPath = panelIcon(extensionUri);
    panel.webview.options = pageOptions(extensionUri);
    const host = new StartHost({
      ...{ page: portOf(panel.webview, log), runtime, schemas: startSchemas, wish, log },
      newId: () => crypto.randomUUID(),
      actions: this.#actions,
      onStarted: (run) => {
        this.#openRun(run);
        panel.dispose();
      },
    });
    this.#open = { panel, host };
    panel.onDidDispose(() => {
      host.dispose();
      if (this.#open?.panel === panel) this.#open = null;
    });
    panel.webview.html = pageOf({ bundle: 'start', title }, panel.webview, extensionUri);
  }
}
