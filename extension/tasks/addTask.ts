// The command "Add Task": question, files, answer, in three short steps. What was chosen or selected stands there already.
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';
import { newTask } from './newTask.ts';
import { pickFiles } from './pickFiles.ts';
import type { TaskBeginning } from './taskBeginning.ts';

export interface AddedTask {
  readonly workspace: string;
  readonly taskId: string;
}

/** Null when the person gave up on the way. Rejects with a Problem when it cannot be written. */
export async function addTask(
  runtime: RuntimeRequests,
  beginning: TaskBeginning,
): Promise<AddedTask | null> {
  const { folder, question: given, files: chosen } = beginning;
  const question = await askQuestion(given);
  if (question === undefined) return null;
  const files = await pickFiles({ title: 'Add Task (2 of 3): files', folder: folder.uri, chosen });
  if (files === undefined) return null;
  const answer = await askAnswer();
  if (answer === undefined) return null;
  const workspace = folder.uri.fsPath;
  const suffix = randomBytes(3).toString('hex');
  const task = newTask({ question, files, answer, workspace, suffix });
  await runtime.request('add-tasks', { workspace, tasks: [task] });
  return { workspace, taskId: task.id };
}

function askQuestion(given: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: 'Add Task (1 of 3): question',
    prompt: 'What should the agent find out? Say in which form the answer is wanted.',
    placeHolder: 'How many bookings start in July 2025? Answer with a number.',
    value: given,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? 'Write a question.' : undefined),
  });
}

function askAnswer(): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: 'Add Task (3 of 3): reference answer',
    prompt: 'The right answer, to judge runs by. Leave it empty when you do not know it.',
    placeHolder: '66',
    ignoreFocusOut: true,
  });
}
