// A panel that VS Code restores, but whose page cannot be made again: nothing was kept of it, or what was kept cannot be read. It
// says so, and leads to the command that opens its like. Runs no script.
import type * as vscode from 'vscode';
import type { Checked } from '../support/check.ts';
import type { Log } from '../support/topicLog.ts';
import { lostBody, lostKinds } from './lostPage.ts';
import { panelIcon } from './panelIcon.ts';
import { type PageKind, pageRoot, stillPageOf } from './webviewPage.ts';

export interface LostPanel {
  readonly bundle: PageKind['bundle'];
  /** As VS Code handed it over; null and undefined where nothing was kept. */
  readonly raw: unknown;
  readonly state: Extract<Checked<unknown>, { ok: false }>;
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
}

export function showLost(panel: vscode.WebviewPanel, lost: LostPanel): void {
  const { bundle, raw, state, extensionUri, log } = lost;
  log.warn(`A panel (${bundle}) could not be restored: ${state.problem}`);
  const { command } = lostKinds[bundle];
  panel.iconPath = panelIcon(extensionUri);
  panel.webview.options = {
    enableCommandUris: [command],
    localResourceRoots: [pageRoot(extensionUri)],
  };
  const kind = { bundle, title: 'Tab That Could Not Be Restored' };
  const body = lostBody(bundle, raw === undefined || raw === null ? null : state.problem);
  panel.webview.html = stillPageOf(kind, body, panel.webview, extensionUri);
}
