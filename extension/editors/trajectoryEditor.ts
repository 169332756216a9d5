// The read-only editor for trajectory files: the same viewer as in a panel, for a file that was opened as one opens files.
// VS Code restores it; where on the page a person was is in the page's own state.
import type * as vscode from 'vscode';
import { folderFor, listRoute } from '../panels/trajectoryPanels.ts';
import { openViewer, type ViewerServices } from '../panels/viewerFactory.ts';

export function showTrajectories(
  file: vscode.Uri,
  panel: vscode.WebviewPanel,
  services: ViewerServices,
): void {
  if (file.scheme !== 'file') {
    panel.webview.html = `<!doctype html><p>Trajectory files are read from the disk, and this one is on a virtual file system. Copy it to a folder, or open it with the text editor.</p>`;
    return;
  }
  const { fsPath } = file;
  const state = {
    version: 1,
    file: fsPath,
    route: listRoute(),
    workspace: folderFor(fsPath),
  } as const;
  const host = openViewer(panel.webview, state, services);
  panel.onDidChangeViewState(() => {
    if (!panel.visible) host.pageLeft();
  });
  panel.onDidDispose(() => host.dispose());
}
