// The commands of labels: open a page of them, write them into a file, take them from one.
import path from 'node:path';
import * as vscode from 'vscode';
import type { LabelFormat } from '../../runtime/contract/labelling.ts';
import type { LabelRoute } from '../../runtime/contract/labelPanel.ts';
import type { RequestResult, RuntimeRequests } from '../runtime/runtimeRequests.ts';
import { Problem } from '../support/problem.ts';
import type { LabelPanels } from './labelPanels.ts';
import { labelPlace } from './labelPlace.ts';
import { exportWords, importWords } from './labelWords.ts';
import type { Rater } from './rater.ts';

export interface LabelCommandParts {
  readonly runtime: RuntimeRequests;
  readonly panels: Pick<LabelPanels, 'open'>;
  readonly rater: Pick<Rater, 'get'>;
}

export type LabelPage = Exclude<LabelRoute['page'], 'cell'>;

const routes: Readonly<Record<LabelPage, LabelRoute>> = {
  label: { page: 'label', position: null },
  conflicts: { page: 'conflicts', position: null },
  agreement: { page: 'agreement' },
};

/** @param args what VS Code hands to the command */
export async function openLabelPage(
  { panels, rater }: LabelCommandParts,
  page: LabelPage,
  args: readonly unknown[],
): Promise<void> {
  const place = await labelPlace(args);
  if (place === undefined) return;
  // Whose labels they will be is asked before the page opens. Figures can be read by anyone.
  if (page !== 'agreement' && (await rater.get(place.workspace)) === undefined) return;
  panels.open({ workspace: place.workspace, files: [...place.files], route: routes[page] });
}

interface FormatItem extends vscode.QuickPickItem {
  readonly format: LabelFormat;
  readonly ending: string;
}

const formats: readonly FormatItem[] = [
  {
    ...{ format: 'jsonl', ending: 'jsonl', label: 'JSON Lines' },
    detail: 'Every record as it is kept here; can be imported again without loss',
  },
  { format: 'csv', ending: 'csv', label: 'CSV', detail: 'One label a row, for a spreadsheet' },
  {
    ...{ format: 'huggingface', ending: 'jsonl', label: 'Hugging Face rows' },
    detail: 'Rows for a data set: question, answers, label',
  },
  { format: 'inspect', ending: 'json', label: 'Inspect scores', detail: 'Scores of Inspect AI' },
  {
    ...{ format: 'langfuse', ending: 'json', label: 'Langfuse scores' },
    detail: 'Scores for the Langfuse API',
  },
];

/** Resolves to the file that was written; undefined when the person gave up. */
export async function exportLabels(
  { runtime }: LabelCommandParts,
  args: readonly unknown[],
): Promise<string | undefined> {
  const place = await labelPlace(args);
  if (place === undefined) return undefined;
  const { workspace } = place;
  const picked = await vscode.window.showQuickPick(formats, {
    title: 'Export Labels',
    placeHolder: 'In which form?',
    matchOnDetail: true,
  });
  if (picked === undefined) return undefined;
  const to = await askWhere(workspace, picked);
  if (to === undefined) return undefined;
  const written = await runtime.request('export-labels', { workspace, format: picked.format, to });
  void tell(exportWords(written), written.file);
  return written.file;
}

async function askWhere(workspace: string, item: FormatItem): Promise<string | undefined> {
  const { label, ending } = item;
  const uri = await vscode.window.showSaveDialog({
    title: 'Export Labels',
    saveLabel: 'Export',
    filters: { [label]: [ending] },
    defaultUri: vscode.Uri.joinPath(vscode.Uri.file(workspace), `labels.${ending}`),
  });
  if (uri !== undefined && uri.scheme !== 'file') {
    throw new Problem('Choose a folder on this disk to export to.');
  }
  return uri?.fsPath;
}

/** Resolves to what came of it; undefined when the person gave up. */
export async function importLabels(
  { runtime }: LabelCommandParts,
  args: readonly unknown[],
): Promise<RequestResult<'import-labels'> | undefined> {
  const place = await labelPlace(args);
  if (place === undefined) return undefined;
  const [from] =
    (await vscode.window.showOpenDialog({
      title: 'Import labels from a file',
      openLabel: 'Import',
      filters: { 'Labels and scores': ['jsonl', 'csv', 'json'] },
    })) ?? [];
  if (from === undefined) return undefined;
  const { workspace } = place;
  const imported = await runtime.request('import-labels', { workspace, from: from.fsPath });
  void tell(importWords(path.basename(from.fsPath), imported), from.fsPath);
  return imported;
}

/** Does not wait for the person to read it. */
async function tell(text: string, file: string): Promise<void> {
  const open = 'Open File';
  const chosen = await vscode.window.showInformationMessage(text, open);
  if (chosen === open) await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file));
}
