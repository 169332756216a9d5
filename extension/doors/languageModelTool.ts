// A tool as the editor's language models call it: it says what it is about to do, and gives its answer as text.
import * as vscode from 'vscode';
import type { DoorToolName } from '../../runtime/contract/doorToolName.ts';
import { describeCall, runCall, type DoorParts } from './doorCalls.ts';
import { doorWindow } from './doorWindow.ts';

export function languageModelTool(
  tool: DoorToolName,
  parts: () => Promise<DoorParts>,
): Required<vscode.LanguageModelTool<unknown>> {
  return {
    prepareInvocation: async ({ input }, token) => {
      const call = { tool, input, window: doorWindow(), token };
      const { activity, confirmation } = await describeCall(call, await parts());
      const invocationMessage = plainly(activity);
      if (confirmation === null) return { invocationMessage };
      const { title, message } = confirmation;
      return { invocationMessage, confirmationMessages: { title, message: plainly(message) } };
    },
    invoke: async ({ input }, token) => {
      const call = { tool, input, window: doorWindow(), token };
      const text = await runCall(call, await parts());
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    },
  };
}

/** Names and questions come from elsewhere: nothing in them is a link, a picture or a heading. */
function plainly(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString().appendText(text);
}
