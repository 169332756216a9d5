// The panels of training runs: one for each run, opened by commands and restored after a reload.
import * as vscode from 'vscode';
import type * as z from 'zod';
import type { RunPanelState, RunRoute } from '../../runtime/contract/runPanel.ts';
import type { HealthBadge, RunListing, RunPlace } from '../../runtime/contract/training/runView.ts';
import { viewTypes } from '../manifest.ts';
import { showLost } from '../panels/lostPanel.ts';
import { panelIcon } from '../panels/panelIcon.ts';
import { portOf } from '../panels/pagePort.ts';
import { pageOf, pageOptions } from '../panels/webviewPage.ts';
import { check } from '../support/check.ts';
import type { Disposable } from '../support/disposable.ts';
import type { RunActions } from './runHandlers.ts';
import { type PageWish, RunHost } from './runHost.ts';
import type { TrainingServices } from './trainingServices.ts';

interface OpenPanel {
  readonly panel: vscode.WebviewPanel;
  readonly host: RunHost;
}

type ShownRun = Pick<RunListing, 'place' | 'name'>;

export class RunPanels implements Disposable {
  readonly #services: TrainingServices;
  readonly #actions: RunActions;
  readonly #open = new Map<string, OpenPanel>();

  constructor(services: TrainingServices, actions: RunActions) {
    this.#services = services;
    this.#actions = actions;
  }

  /** @param badge whose explanation is shown; null leaves that to the page */
  open(run: ShownRun, badge: HealthBadge['id'] | null = null): void {
    const route = this.#routeTo({ page: 'run', ...(badge === null ? {} : { badge }) });
    this.#show(run, route, badge === null ? null : { kind: 'open-badge', badge });
  }

  openQueue(run: ShownRun): void {
    this.#goTo(run, this.#routeTo({ page: 'queue' }));
  }

  openCheckpoints(run: ShownRun): void {
    this.#goTo(run, this.#routeTo({ page: 'checkpoints' }));
  }

  checkpointsChanged(): void {
    for (const { host } of this.#open.values()) host.checkpointsChanged();
  }

  /** As on a page that was never opened before. */
  #routeTo(route: z.input<typeof RunPanelState.shape.route>): RunRoute {
    return this.#services.schemas.RunPanelState.shape.route.parse(route);
  }

  #goTo(run: ShownRun, route: RunRoute): void {
    this.#show(run, route, { kind: 'go', route });
  }

  /** @param route of a panel that is made now; one that is there is told the wish */
  #show({ place, name }: ShownRun, route: RunRoute, wish: PageWish | null): void {
    const known = this.#open.get(keyOf(place));
    if (known !== undefined) {
      known.panel.reveal(undefined, false);
      if (wish !== null) known.host.tell(wish);
      return;
    }
    const column = { viewColumn: vscode.ViewColumn.Active, preserveFocus: false };
    const panel = vscode.window.createWebviewPanel(viewTypes.run, name, column);
    this.#fill(panel, { version: 1, place, route });
  }

  /** After a reload of the window. A tab whose state cannot be read says so. */
  restore(panel: vscode.WebviewPanel, raw: unknown): void {
    const state = check(this.#services.schemas.RunPanelState, raw);
    if (state.ok) {
      this.#fill(panel, state.value);
      return;
    }
    const { extensionUri, log } = this.#services;
    showLost(panel, { bundle: 'run', raw, state, extensionUri, log });
  }

  dispose(): void {
    for (const { panel } of [...this.#open.values()]) panel.dispose();
  }

  #fill(panel: vscode.WebviewPanel, state: RunPanelState): void {
    const { extensionUri, runtime, schemas, log } = this.#services;
    panel.iconPath = panelIcon(extensionUri);
    panel.webview.options = pageOptions(extensionUri);
    const host = new RunHost({
      ...{ page: portOf(panel.webview, log), state, runtime, schemas, log },
      actions: this.#actions,
      onRead: ({ listing }) => {
        panel.title = listing.name;
      },
    });
    const key = keyOf(state.place);
    this.#open.set(key, { panel, host });
    panel.onDidChangeViewState(() => {
      if (!panel.visible) host.pageLeft();
    });
    panel.onDidDispose(() => {
      host.dispose();
      if (this.#open.get(key)?.panel === panel) this.#open.delete(key);
    });
    const kind = { bundle: 'run', title: 'Training Run' } as const;
    panel.webview.html = pageOf(kind, panel.webview, extensionUri);
  }
}

function keyOf({ machine, folder }: RunPlace): string {
  return `${machine}:${folder}`;
}
