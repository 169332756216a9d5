// What ssh asks a person: a host key to accept, a passphrase, a password, a code. Nothing of an answer is kept or logged.
import * as vscode from 'vscode';
import type { NotificationOf, RuntimeRequests } from '../runtime/runtimeRequests.ts';

export async function answerPrompt(
  runtime: RuntimeRequests,
  asked: NotificationOf<'ssh-asked'>,
): Promise<void> {
  const { promptId } = asked;
  const answer = await ask(asked);
  await runtime.request('answer-prompt', { promptId, answer: answer ?? null });
}

async function ask({
  machine,
  question,
  kind,
}: NotificationOf<'ssh-asked'>): Promise<string | undefined> {
  switch (kind) {
    case 'notice':
      void vscode.window.showInformationMessage(`${machine}: ${question}`);
      return '';
    case 'confirm':
      return vscode.window.showWarningMessage(
        `ssh asks about ${machine}`,
        { modal: true, detail: question },
        'yes',
      );
    case 'secret':
      return vscode.window.showInputBox({
        title: `ssh asks about ${machine}`,
        prompt: question,
        password: true,
        ignoreFocusOut: true,
      });
  }
}
