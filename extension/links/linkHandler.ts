// Follows links to trajectories. A link can come from anywhere, so a file outside the open folders is opened only after the
// person said yes.
import { access } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { TrajectoryPanels } from '../panels/trajectoryPanels.ts';
import { linkPath, readLinkQuery, type TrajectoryLink } from './trajectoryLink.ts';

export async function followLink(uri: vscode.Uri, panels: TrajectoryPanels): Promise<void> {
  const link = uri.path === linkPath ? readLinkQuery(uri.query) : null;
  if (link === null) {
    tell('This link leads to nothing that Tool-R1 knows.');
    return;
  }
  if (!link.ok) {
    tell(`This link to a trajectory is broken: ${link.problem}.`);
    return;
  }
  if (!(await isAllowed(link.value))) return;
  if (!(await isThere(link.value.file))) {
    tell(`The trajectory file of this link is not here: ${link.value.file}`);
    return;
  }
  const { file, id, step } = link.value;
  panels.open({ file, route: { page: 'trajectory', id, step } });
}

async function isAllowed({ file }: TrajectoryLink): Promise<boolean> {
  if (vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file)) !== undefined) return true;
  const open = 'Open';
  const chosen = await vscode.window.showWarningMessage(
    'Open a trajectory file outside the open folders?',
    { modal: true, detail: file },
    open,
  );
  return chosen === open;
}

function tell(message: string): void {
  void vscode.window.showWarningMessage(message);
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
