// What a page can have the editor do, done in VS Code.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ExportFormat } from '../../runtime/contract/viewing.ts';
import { lineOfFile } from '../documents/lineOfFile.ts';
import type { ReadOnlyTexts } from '../documents/readOnlyTexts.ts';
import { shareLink } from '../links/shareLink.ts';
import { messageOf, Problem } from '../support/problem.ts';
import type { Log } from '../support/topicLog.ts';
import type { EditorActions, NamedText } from './editorActions.ts';

/** VS Code opens larger texts slowly or not at all; of those only the line is shown. */
const wholeFileBytes = 10_000_000;

interface FileKind {
  readonly name: string;
  /** Of the file that is offered. */
  readonly ending: string;
  /** What dialogs look at: the part after the last dot. With more they would write the ending twice. */
  readonly filter: string;
}

const formats: Readonly<Record<ExportFormat, FileKind>> = {
  jsonl: { name: 'JSON Lines', ending: 'trajectories.jsonl', filter: 'jsonl' },
  markdown: { name: 'Markdown', ending: 'md', filter: 'md' },
  python: { name: 'Python', ending: 'py', filter: 'py' },
  notebook: { name: 'Jupyter Notebook', ending: 'ipynb', filter: 'ipynb' },
  atif: { name: 'ATIF', ending: 'atif.json', filter: 'json' },
  inspect: { name: 'Inspect Log', ending: 'inspect.json', filter: 'json' },
  otlp: { name: 'OpenTelemetry Traces', ending: 'otlp.json', filter: 'json' },
  verl: { name: 'verl Rollouts', ending: 'verl.jsonl', filter: 'jsonl' },
  'hugging-face': { name: 'Hugging Face Rows', ending: 'rows.jsonl', filter: 'jsonl' },
};

export interface ActionParts {
  readonly texts: ReadOnlyTexts;
  readonly channel: vscode.LogOutputChannel;
  readonly log: Log;
}

export class VscodeActions implements EditorActions {
  readonly #parts: ActionParts;

  constructor(parts: ActionParts) {
    this.#parts = parts;
  }

  async openDiff(left: NamedText, right: NamedText): Promise<void> {
    const { texts } = this.#parts;
    const title = `${path.parse(left.name).name} ↔ ${path.parse(right.name).name}`;
    const sides = [left, right].map(({ name, text }) => texts.add(name, text));
    await vscode.commands.executeCommand('vscode.diff', ...sides, title, { preview: true });
  }

  async openText({ name, text }: NamedText): Promise<void> {
    await show(this.#parts.texts.add(name, text));
  }

  async openFile(file: string): Promise<void> {
    const found = await stat(file).catch(() => null);
    if (found === null) throw new Problem(`${file} is not there any more.`);
    const uri = vscode.Uri.file(file);
    const command = found.isDirectory() ? 'revealInExplorer' : 'vscode.open';
    await vscode.commands.executeCommand(command, uri, { viewColumn: vscode.ViewColumn.Beside });
  }

  async openLine(file: string, line: number): Promise<void> {
    const { size } = await stat(file);
    if (size <= wholeFileBytes) {
      const start = new vscode.Position(line - 1, 0);
      await show(vscode.Uri.file(file), new vscode.Range(start, start));
      return;
    }
    const found = await lineOfFile(file, line);
    if (found === null) throw new Problem(`${path.basename(file)} has no line ${line} any more.`);
    const rest = found.leftOut > 0 ? `\n… ${found.leftOut} bytes left out …\n` : '\n';
    await this.openText({
      name: `${path.basename(file)}, line ${line}.txt`,
      text: found.text + rest,
    });
  }

  async copy(text: string): Promise<void> {
    await vscode.env.clipboard.writeText(text);
  }

  async copyLink(place: { file: string; id: string; step: number | null }): Promise<void> {
    await this.copy(await shareLink(place));
    vscode.window.setStatusBarMessage('$(link) Link copied', 3000);
  }

  async askWhereToSave(name: string, format: ExportFormat): Promise<string | null> {
    const { name: kind, ending, filter } = formats[format];
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const uri = await vscode.window.showSaveDialog({
      title: 'Export Trajectory',
      saveLabel: 'Export',
      filters: { [kind]: [filter] },
      ...(folder === undefined
        ? {}
        : { defaultUri: vscode.Uri.joinPath(folder, `${name}.${ending}`) }),
    });
    if (uri === undefined) return null;
    if (uri.scheme !== 'file') throw new Problem('Choose a folder on this disk to export to.');
    return uri.fsPath;
  }

  tellSaved(file: string, trajectories: number): void {
    const what = trajectories === 1 ? 'The trajectory was' : `${trajectories} trajectories were`;
    vscode.window
      .showInformationMessage(`${what} exported to ${path.basename(file)}.`, 'Open')
      .then((chosen) => (chosen === undefined ? undefined : this.openFile(file)))
      .then(undefined, (error: unknown) => this.#parts.log.warn(messageOf(error)));
  }

  showLog(): void {
    this.#parts.channel.show(true);
  }
}

async function show(uri: vscode.Uri, selection?: vscode.Range): Promise<void> {
  await vscode.window.showTextDocument(uri, {
    viewColumn: vscode.ViewColumn.Beside,
    preview: true,
    ...(selection === undefined ? {} : { selection }),
  });
}
