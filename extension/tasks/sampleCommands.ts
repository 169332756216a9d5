// The commands around the sample workspace: open a copy of it, and run one of its tasks wherever the person is.
import path from 'node:path';
import * as vscode from 'vscode';
import { commands, contextKeys } from '../manifest.ts';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';
import { Problem } from '../support/problem.ts';
import { copySampleWorkspace } from './sampleWorkspace.ts';

export interface SamplePlaces {
  /** The sample workspace of the extension. */
  readonly source: string;
  /** The extension's own folder on this machine. */
  readonly storage: string;
}

/** The task that the first run is about: one file, one count. */
const firstTask = 'sample-02';
const embedded = 'embedded';

/**
 * Opens a copy as the workspace: in this window when no folder is open, else in a new one. With a folder to put it into there
 * is no question.
 */
export async function openSampleWorkspace(
  places: SamplePlaces,
  args: readonly unknown[],
): Promise<void> {
  const [given] = args;
  const parent = given instanceof vscode.Uri ? given.fsPath : await askParent(places.storage);
  if (parent === undefined) return;
  const folder = await copySampleWorkspace(places.source, parent);
  const forceNewWindow = (vscode.workspace.workspaceFolders ?? []).length > 0;
  await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(folder), {
    forceNewWindow,
  });
}

async function askParent(storage: string): Promise<string | undefined> {
  const own = { label: 'Keep it with the extension', description: 'the quickest' };
  const other = { label: 'Choose a folder...', description: 'a folder for it is made there' };
  const chosen = await vscode.window.showQuickPick([own, other], {
    placeHolder: 'Where should the copy of the sample workspace lie?',
  });
  if (chosen === undefined) return undefined;
  if (chosen === own) return storage;
  const picked = await vscode.window.showOpenDialog({
    title: 'Folder for the sample workspace',
    openLabel: 'Copy Here',
    canSelectFiles: false,
    canSelectFolders: true,
  });
  return picked?.[0]?.fsPath;
}

/** Runs the embedded model on the first task; needs no open folder, no key and no network once the model is here. */
export async function runSample(places: SamplePlaces, runtime: RuntimeRequests): Promise<void> {
  const workspace = await copySampleWorkspace(places.source, places.storage);
  const { tasks } = await runtime.request('list-tasks', { workspace });
  const task = tasks.find((listing) => listing.task.id === firstTask)?.task ?? tasks[0]?.task;
  if (task === undefined) {
    throw new Problem(
      `The sample workspace in ${workspace} has no tasks any more. Delete that folder and try again.`,
    );
  }
  const files = task.files.map((name) => path.resolve(workspace, name));
  const started: unknown = await vscode.commands.executeCommand(commands.runAgent, {
    task,
    files,
    workspace,
    model: embedded,
  });
  if (started === undefined) return;
  await vscode.commands.executeCommand('setContext', contextKeys.sampleWasRun, true);
}
