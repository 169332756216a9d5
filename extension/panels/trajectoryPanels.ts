// The viewer panels of the window: opened by commands and links, one for each file, and restored after a reload from the
// state that the page keeps.
import * as vscode from 'vscode';
import { PanelState, type Route } from '../../runtime/contract/panel.ts';
import { ListQuery } from '../../runtime/contract/viewing.ts';
import { viewTypes } from '../manifest.ts';
import { check } from '../support/check.ts';
import type { Disposable } from '../support/disposable.ts';
import { shortText } from '../support/shortText.ts';
import { showLost } from './lostPanel.ts';
import { panelIcon } from './panelIcon.ts';
import { openViewer, type ViewerServices } from './viewerFactory.ts';
import type { ViewerHost } from './viewerHost.ts';
import { workspaceOf } from './workspaceOf.ts';

export interface PanelWish {
  readonly file: string;
  readonly route: Route;
  /** Of a rollout that this window started; else it is found from the file. */
  readonly workspace?: string;
  /** Title of the tab; else the name of the file. */
  readonly title?: string;
  /** Neither verdicts nor rewards are shown, and the panel is another than the file's. */
  readonly blind?: true;
  /** Opens beside what is in front, whatever that is. */
  readonly beside?: true;
}

interface OpenPanel {
  readonly panel: vscode.WebviewPanel;
  readonly host: ViewerHost;
}

const titleCharacters = 40;

export class TrajectoryPanels implements Disposable {
  readonly #services: ViewerServices;
  readonly #open = new Map<string, OpenPanel>();

  constructor(services: ViewerServices) {
    this.#services = services;
  }

  /** Shows the file's panel, and goes to the route in it. */
  open({ file, route, workspace, title, blind, beside }: PanelWish): void {
    const known = this.#open.get(keyOf({ file, blind }));
    if (known !== undefined) {
      known.panel.reveal(undefined, false);
      known.host.go(route);
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      viewTypes.trajectory,
      shortText(title ?? nameOf(file), titleCharacters),
      { viewColumn: columnForPanel(beside === true), preserveFocus: false },
    );
    const state = { version: 1, file, route, workspace: workspace ?? folderFor(file) } as const;
    this.#fill(panel, blind === true ? { ...state, blind } : state);
  }

  /** After a reload of the window. A tab whose state cannot be read says so. */
  restore(panel: vscode.WebviewPanel, raw: unknown): void {
    const state = check(PanelState, raw);
    if (state.ok) {
      this.#fill(panel, state.value);
      return;
    }
    const { extensionUri, log } = this.#services;
    showLost(panel, { bundle: 'viewer', raw, state, extensionUri, log });
  }

  /** The trajectory that a person is looking at; null when no panel is in front. */
  active(): { readonly file: string; readonly id: string | null } | null {
    const shown = [...this.#open.values()].find(({ panel }) => panel.active);
    return shown === undefined ? null : { file: shown.host.file, id: shown.host.shownId };
  }

  dispose(): void {
    for (const { panel } of [...this.#open.values()]) panel.dispose();
  }

  #fill(panel: vscode.WebviewPanel, state: PanelState): void {
    panel.iconPath = panelIcon(this.#services.extensionUri);
    const host = openViewer(panel.webview, state, this.#services);
    const key = keyOf(state);
    this.#open.set(key, { panel, host });
    panel.onDidChangeViewState(() => {
      if (!panel.visible) host.pageLeft();
    });
    panel.onDidDispose(() => {
      host.dispose();
      if (this.#open.get(key)?.panel === panel) this.#open.delete(key);
    });
  }
}

/** A file has one panel, and one more in which verdicts are hidden. */
function keyOf({ file, blind }: { file: string; blind?: true | undefined }): string {
  return blind === true ? `blind ${file}` : file;
}

/** All trajectories of the file, in its order. */
export function listRoute(): Route {
  return { page: 'list', query: ListQuery.parse({}), focusedId: null, top: 0 };
}

/** The folder for follow-ups on trajectories of this file, or null. */
export function folderFor(file: string): string | null {
  return workspaceOf(file, (one) => {
    const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(one));
    return folder?.uri.fsPath ?? null;
  });
}

/** Beside a text that is open and beside the labelling page, else where editors open anyway. */
function columnForPanel(beside: boolean): vscode.ViewColumn {
  return beside || vscode.window.activeTextEditor !== undefined
    ? vscode.ViewColumn.Beside
    : vscode.ViewColumn.Active;
}

function nameOf(file: string): string {
  return vscode.Uri.file(file).path.split('/').at(-1) ?? file;
}
