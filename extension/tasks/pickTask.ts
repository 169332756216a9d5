// Which task a command is about: the one it was called on in the tree, or one chosen from a list.
import * as vscode from 'vscode';
import { shortText } from '../support/shortText.ts';
import type { ExplorerNode, TaskNode } from '../views/explorerNode.ts';
import { levelWords, passWords } from '../views/taskWords.ts';

interface TaskPick extends vscode.QuickPickItem {
  readonly node: TaskNode;
}

/** The node of the tree that VS Code hands to a command; null when it was called from elsewhere. */
export function calledOn(args: readonly unknown[]): ExplorerNode | null {
  const [first] = args;
  const isNode = typeof first === 'object' && first !== null && 'kind' in first;
  // Only the tree of this extension hands out objects with a kind.
  return isNode ? (first as ExplorerNode) : null;
}

export async function pickTask(
  args: readonly unknown[],
  tasks: () => Promise<readonly TaskNode[]>,
  placeHolder: string,
): Promise<TaskNode | undefined> {
  const node = calledOn(args);
  if (node?.kind === 'task') return node;
  const all = await tasks();
  if (all.length === 0) {
    void vscode.window.showInformationMessage(
      'This workspace has no agent tasks yet. "Tool-R1: Add Task..." adds one.',
    );
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(all.map(taskPick), {
    placeHolder,
    matchOnDetail: true,
  });
  return picked?.node;
}

function taskPick(node: TaskNode): TaskPick {
  const { task, listing } = node;
  const description = [levelWords(task.level), passWords(listing)].filter(Boolean).join(' · ');
  return { label: shortText(task.question, 90), description, detail: task.files.join(', '), node };
}
