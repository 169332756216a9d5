// What the doors for other agents see of the window: its folders, its trust, its settings.
import * as vscode from 'vscode';
import { settings } from '../manifest.ts';

export interface DoorWindow {
  readonly isTrusted: boolean;
  /** Absolute paths of those on the disk; the runtime reads no others. */
  readonly folders: readonly string[];
  /** As the settings have them; empty for none. */
  readonly model: string;
  readonly recipe: string;
}

/** As it is now. */
export function doorWindow(): DoorWindow {
  const { workspaceFolders = [], isTrusted } = vscode.workspace;
  const configuration = vscode.workspace.getConfiguration();
  return {
    isTrusted,
    folders: workspaceFolders
      .filter(({ uri }) => uri.scheme === 'file')
      .map(({ uri }) => uri.fsPath),
    model: configuration.get(settings.model, '').trim(),
    recipe: configuration.get(settings.recipe, '').trim(),
  };
}
