// Puts a viewer into a webview: the page, its host, and the handlers that answer it. The panel and the custom editor both use
// it.
import * as vscode from 'vscode';
import type { PanelState } from '../../runtime/contract/panel.ts';
import type { LiveRollouts } from '../live/liveRollouts.ts';
import type { AgentStarter } from '../running/agentStarter.ts';
import type { Log } from '../support/topicLog.ts';
import { blindHandlers, verdictsHidden } from './blindPanel.ts';
import type { EditorActions } from './editorActions.ts';
import { editorHandlers } from './editorHandlers.ts';
import { fileLabel } from './fileLabel.ts';
import { type FileRuntime, OpenFile } from './openFile.ts';
import { readingHandlers } from './readingHandlers.ts';
import { runningHandlers } from './runningHandlers.ts';
import { type RunPermission, runPermission } from './runPermission.ts';
import { portOf } from './pagePort.ts';
import { ViewerHost } from './viewerHost.ts';
import { pageOf, pageOptions } from './webviewPage.ts';

export interface ViewerServices {
  readonly extensionUri: vscode.Uri;
  readonly runtime: FileRuntime;
  readonly live: LiveRollouts;
  readonly starter: AgentStarter;
  readonly actions: EditorActions;
  readonly log: Log;
}

/** Fills the webview. The host is the caller's to end. */
export function openViewer(
  webview: vscode.Webview,
  state: PanelState,
  services: ViewerServices,
): ViewerHost {
  const { runtime, live, starter, actions, log, extensionUri } = services;
  const file = new OpenFile(state.file, runtime, log);
  const isBlind = state.blind === true;
  const permission = () => (isBlind ? nothingRuns : permissionFor(state.workspace));
  const handlers = {
    ...readingHandlers({ runtime, file, permission }),
    ...runningHandlers({ runtime, starter, file: state.file, permission }),
    ...editorHandlers({ runtime, file, actions }),
  };
  const host = new ViewerHost({
    page: portOf(webview, log),
    file,
    live,
    handlers: isBlind ? blindHandlers(handlers) : handlers,
    permission,
    state,
    fileName: () => fileLabel(state.file),
    log,
  });
  webview.options = pageOptions(extensionUri);
  const load = () => {
    host.pageLeft();
    webview.html = pageOf({ bundle: 'viewer', title: 'Trajectory' }, webview, extensionUri);
  };
  load();
  // What can be run changes with it, and the page asks for that when it loads.
  host.own(vscode.workspace.onDidGrantWorkspaceTrust(load));
  return host;
}

const nothingRuns: RunPermission = { canRun: false, reason: verdictsHidden };

function permissionFor(workspace: string | null): RunPermission {
  return runPermission({ isTrusted: vscode.workspace.isTrusted, workspace });
}
