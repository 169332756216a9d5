// The icon of the tabs of Tool-R1's panels.
import * as vscode from 'vscode';

export function panelIcon(extensionUri: vscode.Uri): { light: vscode.Uri; dark: vscode.Uri } {
  return {
    light: vscode.Uri.joinPath(extensionUri, 'media', 'panel-light.svg'),
    dark: vscode.Uri.joinPath(extensionUri, 'media', 'panel-dark.svg'),
  };
}
