// The command "Forget Keys": takes keys of model servers out of the secret store.
import * as vscode from 'vscode';
import type { Keys } from '../secrets.ts';

export async function forgetKeys(keys: Keys): Promise<void> {
  const servers = await keys.servers();
  if (servers.length === 0) {
    void vscode.window.showInformationMessage('No key is kept.');
    return;
  }
  const chosen = await vscode.window.showQuickPick([...servers], {
    title: 'Forget keys',
    placeHolder: 'Tick the servers whose keys should be forgotten',
    canPickMany: true,
  });
  if (chosen === undefined || chosen.length === 0) return;
  await keys.forget(chosen);
  const what =
    chosen.length === 1 ? `The key for ${chosen[0] ?? ''} is` : `${chosen.length} keys are`;
  void vscode.window.showInformationMessage(`${what} forgotten.`);
}
