// Texts that are no files, such as one side of a diff or a step as plain text, as read-only documents with a readable name.
import * as vscode from 'vscode';
import { textScheme } from '../manifest.ts';

/** Texts kept for documents that were closed, so that going back to one works. */
const keptTexts = 20;

export class ReadOnlyTexts {
  readonly #texts = new Map<string, string>();
  #count = 0;

  /** The text of a document that `add` made. */
  provide(uri: vscode.Uri): string {
    return (
      this.#texts.get(uri.query) ??
      'This text is no longer kept. Open it again from the trajectory.\n'
    );
  }

  /** @param name shown as the name of the tab; its ending chooses the language */
  add(name: string, text: string): vscode.Uri {
    this.#count += 1;
    const key = String(this.#count);
    this.#texts.set(key, text);
    this.#dropOld();
    // A slash would make folders of it.
    return vscode.Uri.from({
      scheme: textScheme,
      path: `/${name.replaceAll('/', ' ')}`,
      query: key,
    });
  }

  #dropOld(): void {
    const open = new Set(
      vscode.workspace.textDocuments
        .filter(({ uri }) => uri.scheme === textScheme)
        .map(({ uri }) => uri.query),
    );
    const closed = [...this.#texts.keys()].filter((key) => !open.has(key));
    for (const key of closed.slice(0, -keptTexts)) this.#texts.delete(key);
  }
}
