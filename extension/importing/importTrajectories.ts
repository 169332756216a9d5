// The command "Import Trajectories": a file of another program becomes a trajectory file, which opens, and what was left of it is
// told.
import path from 'node:path';
import * as vscode from 'vscode';
import type { ImportedTrajectories, ImportFormat } from '../../runtime/contract/importing.ts';
import { viewTypes } from '../manifest.ts';
import { showWork, type WorkNotices } from '../running/shownWork.ts';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';
import { Problem } from '../support/problem.ts';
import { replaceFile } from '../support/replaceFile.ts';
import { importedSentence, leftText } from './importedText.ts';

export interface ImportTrajectoriesParts {
  readonly runtime: RuntimeRequests & WorkNotices;
  /** Makes a read-only document of a text. */
  readonly addText: (name: string, text: string) => vscode.Uri;
}

const title = 'Import Trajectories';

/**
 * Resolves to the new file; undefined when the person gave up.
 * @param args what VS Code hands to the command: a file of the Explorer, or nothing
 */
export async function importTrajectories(
  parts: ImportTrajectoriesParts,
  [chosen]: readonly unknown[],
): Promise<string | undefined> {
  const { runtime } = parts;
  const from = await askFrom(chosen);
  if (from === undefined) return undefined;
  const { formats } = await runtime.request('find-import-formats', { file: from });
  const format = await askFormat(formats);
  if (format === undefined) return undefined;
  const to = await askTo(from);
  if (to === undefined) return undefined;
  const imported = await showWork(runtime, 'Importing trajectories', (callId, token) =>
    replaceFile(to, (file) =>
      runtime.request('import-trajectories', { from, to: file, format, callId }, { token }),
    ),
  );
  await vscode.commands.executeCommand(
    'vscode.openWith',
    vscode.Uri.file(to),
    viewTypes.trajectories,
  );
  void tell(parts, path.basename(from), imported);
  return to;
}

async function askFrom(chosen: unknown): Promise<string | undefined> {
  if (chosen instanceof vscode.Uri) return onDisk(chosen);
  const picked = await vscode.window.showOpenDialog({
    title,
    openLabel: 'Import',
    filters: {
      'Trajectories of other programs': ['jsonl', 'json', 'parquet', 'traj', 'eval'],
      'All files': ['*'],
    },
  });
  return picked?.[0] === undefined ? undefined : onDisk(picked[0]);
}

interface FormatItem extends vscode.QuickPickItem {
  readonly id: string;
}

/** Asked only when the file does not tell. */
async function askFormat(formats: readonly ImportFormat[]): Promise<string | undefined> {
  const [first] = formats;
  if (first !== undefined && formats.length === 1) return first.id;
  const items = formats.map((format): FormatItem => ({ label: format.title, id: format.id }));
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: 'Which program wrote it?',
  });
  return picked?.id;
}

async function askTo(from: string): Promise<string | undefined> {
  const name = `${path.parse(from).name}.trajectories.jsonl`;
  const uri = await vscode.window.showSaveDialog({
    title,
    saveLabel: 'Import',
    filters: { Trajectories: ['jsonl'] },
    defaultUri: vscode.Uri.file(path.join(path.dirname(from), name)),
  });
  return uri === undefined ? undefined : onDisk(uri);
}

function onDisk(uri: vscode.Uri): string {
  if (uri.scheme === 'file') return uri.fsPath;
  throw new Problem('Choose a file on this disk. Others cannot be imported.');
}

/** Does not wait for the person to read it. */
async function tell(
  { addText }: Pick<ImportTrajectoriesParts, 'addText'>,
  name: string,
  imported: ImportedTrajectories,
): Promise<void> {
  const text = leftText(name, imported);
  const sentence = importedSentence(name, imported);
  if (text === null) {
    await vscode.window.showInformationMessage(sentence);
    return;
  }
  const show = 'Show What Was Left';
  const say =
    imported.problemCount === 0
      ? vscode.window.showInformationMessage
      : vscode.window.showWarningMessage;
  if ((await say(sentence, show)) !== show) return;
  const document = await vscode.workspace.openTextDocument(addText(`Left of ${name}.txt`, text));
  await vscode.window.showTextDocument(document);
}
