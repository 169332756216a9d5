// Entry point of the extension: makes what lasts as long as the window and registers the commands. Reads as a list; the
// work is done in the files it names.
import * as vscode from 'vscode';
import { showLog } from './commands/showLog.ts';
import { commands, logName } from './manifest.ts';

/** Called by VS Code when one of the contributions is first used. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel(logName, { log: true });
  context.subscriptions.push(
    log,
    vscode.commands.registerCommand(commands.showLog, () => showLog(context, log)),
  );
}
