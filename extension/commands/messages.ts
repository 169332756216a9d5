// What a person is told in a message, with the buttons that do something about it. None waits until the person has read it.
import * as vscode from 'vscode';
import { commands } from '../manifest.ts';
import { isCancelled, isProblem, messageOf, stackOf } from '../support/problem.ts';
import type { Log } from '../support/topicLog.ts';

export function tellNoFolder(): void {
  const open = 'Open Folder...';
  const sample = 'Open Sample Workspace';
  const message = 'Open a folder first: the agent reads its files and keeps the trajectory in it.';
  void offer(vscode.window.showInformationMessage(message, open, sample), {
    [open]: 'vscode.openFolder',
    [sample]: commands.openSampleWorkspace,
  });
}

export function refuseUntrusted(): void {
  const manage = 'Manage Workspace Trust';
  void offer(
    vscode.window.showWarningMessage(
      'The agent runs code on the files of the workspace, so it needs a trusted one. Reading trajectories works without.',
      manage,
    ),
    { [manage]: 'workbench.trust.manage' },
  );
}

/** One sentence for the person; the stack of what nobody expected goes to the log. Does not wait for them to read it. */
export function tellProblem(log: Log, error: unknown): void {
  if (isCancelled(error)) return;
  if (!isProblem(error)) log.error(stackOf(error));
  const show = 'Show Log';
  void offer(vscode.window.showErrorMessage(messageOf(error), show), { [show]: commands.showLog });
}

/** Runs the command of the button that was pressed. */
async function offer(
  message: Thenable<string | undefined>,
  buttons: Readonly<Record<string, string>>,
): Promise<void> {
  const command = buttons[(await message) ?? ''];
  if (command !== undefined) await vscode.commands.executeCommand(command);
}
