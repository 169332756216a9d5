// From where a task is begun: the selection in an editor, the open file, or what is chosen in the Explorer. And in which folder
// of the workspace it goes.
import path from 'node:path';
import * as vscode from 'vscode';
import { shortText } from '../support/shortText.ts';

export interface TaskBeginning {
  readonly folder: vscode.WorkspaceFolder;
  /** Empty when nothing was selected. */
  readonly question: string;
  /** Absolute paths. */
  readonly files: readonly string[];
}

/** A selection longer than this is a text to ask about and no question. */
const longestQuestion = 2000;

/**
 * Undefined when no folder is open, or none was chosen.
 * @param args what VS Code hands to the command: from the Explorer the clicked and the chosen resources
 */
export async function taskBeginning(args: readonly unknown[]): Promise<TaskBeginning | undefined> {
  const chosen = chosenInExplorer(args);
  const first = chosen[0] ?? vscode.window.activeTextEditor?.document.uri;
  const folder = await folderFor(first);
  if (folder === undefined) return undefined;
  if (chosen.length > 0) return { folder, question: '', files: chosen.map((one) => one.fsPath) };
  const question = selectedText();
  const files = question === '' ? openFileBelow(folder) : [];
  return { folder, question, files };
}

/** The Explorer hands over the clicked resource and all that are chosen; an editor's menu hands over no list. */
export function chosenInExplorer(args: readonly unknown[]): readonly vscode.Uri[] {
  const [, all] = args;
  if (!Array.isArray(all)) return [];
  return all.filter((one): one is vscode.Uri => one instanceof vscode.Uri);
}

/** The folder of the workspace that holds it; asks when that is not clear. */
export async function folderFor(
  uri: vscode.Uri | undefined,
): Promise<vscode.WorkspaceFolder | undefined> {
  const own = uri === undefined ? undefined : vscode.workspace.getWorkspaceFolder(uri);
  if (own !== undefined) return own;
  const [only, ...others] = vscode.workspace.workspaceFolders ?? [];
  if (others.length === 0) return only;
  return vscode.window.showWorkspaceFolderPick({ placeHolder: 'Which folder is it for?' });
}

function selectedText(): string {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.selection.isEmpty) return '';
  return shortText(editor.document.getText(editor.selection), longestQuestion);
}

function openFileBelow(folder: vscode.WorkspaceFolder): string[] {
  const uri = vscode.window.activeTextEditor?.document.uri;
  if (uri?.scheme !== 'file') return [];
  const relative = path.relative(folder.uri.fsPath, uri.fsPath);
  // Neither a file from elsewhere nor the task file itself.
  return /^\.\.|^\.tool-r1/.test(relative) || path.isAbsolute(relative) ? [] : [uri.fsPath];
}
