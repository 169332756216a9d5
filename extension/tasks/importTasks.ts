// The command "Import Tasks": a file of tasks in one of the usual forms, and a sentence on what came of it.
import path from 'node:path';
import * as vscode from 'vscode';
import type { RequestResult, RuntimeRequests } from '../runtime/runtimeRequests.ts';
import { importWords } from './importWords.ts';
import { openLine } from './openLine.ts';
import { chosenInExplorer, folderFor } from './taskBeginning.ts';

type Imported = RequestResult<'import-tasks'>;

/** Resolves to whether something was added. Rejects with a Problem when the file cannot be read. */
export async function importTasks(
  runtime: RuntimeRequests,
  args: readonly unknown[],
): Promise<boolean> {
  const from = await fileToImport(args);
  if (from === undefined) return false;
  const folder = await folderFor(from);
  if (folder === undefined) return false;
  const workspace = folder.uri.fsPath;
  const imported = await runtime.request('import-tasks', { workspace, from: from.fsPath });
  void report(from, imported);
  return imported.added.length > 0;
}

async function fileToImport(args: readonly unknown[]): Promise<vscode.Uri | undefined> {
  const [first] = args;
  const inExplorer = chosenInExplorer(args);
  if (inExplorer[0] !== undefined) return first instanceof vscode.Uri ? first : inExplorer[0];
  const picked = await vscode.window.showOpenDialog({
    title: 'Import tasks from a file',
    openLabel: 'Import',
    filters: { 'JSON, CSV, Parquet or GAIA metadata': ['jsonl', 'json', 'csv', 'tsv', 'parquet'] },
  });
  return picked?.[0];
}

async function report(from: vscode.Uri, imported: Imported): Promise<void> {
  const [first] = imported.problems;
  const text = importWords(path.basename(from.fsPath), imported);
  if (first === undefined) {
    await vscode.window.showInformationMessage(text);
    return;
  }
  const open = `Open Line ${first.line}`;
  const chosen = await vscode.window.showWarningMessage(text, open);
  if (chosen === open) await openLine(from.fsPath, first.line);
}
