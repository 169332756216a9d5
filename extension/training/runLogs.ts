// Logs of runs as read-only documents that grow: read by byte offset while somebody looks at one, and never read whole.
import * as vscode from 'vscode';
import type { RunPlace } from '../../runtime/contract/training/runView.ts';
import { logScheme } from '../manifest.ts';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';
import type { Disposable } from '../support/disposable.ts';
import { messageOf } from '../support/problem.ts';
import type { Log } from '../support/topicLog.ts';
import { RunLogText } from './runLogText.ts';

export interface RunLogParts {
  readonly runtime: RuntimeRequests;
  readonly changed: vscode.EventEmitter<vscode.Uri>;
  readonly log: Log;
}

const pollMilliseconds = 2000;

interface OpenLog {
  readonly uri: vscode.Uri;
  readonly text: RunLogText;
}

export class RunLogs implements Disposable {
  readonly #parts: RunLogParts;
  readonly #open = new Map<string, OpenLog>();
  readonly #timer: NodeJS.Timeout;
  #isReading = false;

  constructor(parts: RunLogParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => void this.#poll(), pollMilliseconds);
    this.#timer.unref();
  }

  /** Shows the end of a log, or the last line that holds `line`. */
  async show(place: RunPlace, log: string, line: string | null): Promise<void> {
    const uri = addressOf(place, log);
    const document = await vscode.workspace.openTextDocument(uri);
    const at = line === null ? -1 : document.getText().lastIndexOf(line);
    const position =
      at < 0 ? document.lineAt(document.lineCount - 1).range.end : document.positionAt(at);
    const column = vscode.ViewColumn.Beside;
    const selection = new vscode.Range(position, position);
    const editor = await vscode.window.showTextDocument(document, {
      viewColumn: column,
      selection,
    });
    editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  /** The text of a document; it is read at the first time. */
  async provide(uri: vscode.Uri): Promise<string> {
    const known = this.#open.get(uri.toString());
    if (known !== undefined) return known.text.shown;
    const text = new RunLogText(this.#parts.runtime, placeOf(uri));
    this.#open.set(uri.toString(), { uri, text });
    await text.read();
    return text.shown;
  }

  dispose(): void {
    clearInterval(this.#timer);
    for (const { text } of this.#open.values()) text.dispose();
    this.#open.clear();
  }

  /** Only what is in an editor to be seen; one after the other. */
  async #poll(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    this.#dropClosed();
    const seen = vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString());
    for (const { uri, text } of [...this.#open.values()]) {
      if (!seen.includes(uri.toString())) continue;
      try {
        if (await text.read()) this.#grew(uri);
      } catch (error) {
        this.#parts.log.debug(`A log could not be followed: ${messageOf(error)}`);
      }
    }
    this.#isReading = false;
  }

  #dropClosed(): void {
    const open = new Set(vscode.workspace.textDocuments.map(({ uri }) => uri.toString()));
    for (const [key, { text }] of this.#open) {
      if (open.has(key)) continue;
      text.dispose();
      this.#open.delete(key);
    }
  }

  /** Whoever stands at the end goes on with it. */
  #grew(uri: vscode.Uri): void {
    const followers = vscode.window.visibleTextEditors.filter(({ document, selection }) => {
      const isThis = document.uri.toString() === uri.toString();
      return isThis && selection.active.line >= document.lineCount - 2;
    });
    const listening = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.toString() !== uri.toString()) return;
      listening.dispose();
      for (const editor of followers) goToEnd(editor);
    });
    this.#parts.changed.fire(uri);
  }
}

function goToEnd(editor: vscode.TextEditor): void {
  const { end } = editor.document.lineAt(editor.document.lineCount - 1).range;
  editor.selection = new vscode.Selection(end, end);
  editor.revealRange(editor.selection);
}

/** The name of the tab is that of run and log; the query says where it lies, so that a reload finds it again. */
function addressOf(place: RunPlace, log: string): vscode.Uri {
  const run = place.folder.split(/[\\/]/).at(-1) ?? place.folder;
  const query = new URLSearchParams({ ...place, log }).toString();
  return vscode.Uri.from({ scheme: logScheme, path: `/${run} ${log}`, query });
}

function placeOf({ query }: vscode.Uri): { readonly place: RunPlace; readonly log: string } {
  const said = new URLSearchParams(query);
  const part = (name: string) => said.get(name) ?? '';
  return { place: { machine: part('machine'), folder: part('folder') }, log: part('log') };
}
