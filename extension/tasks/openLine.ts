// Opens a text file at one of its lines.
import * as vscode from 'vscode';

/** @param line from 1; a file that has become shorter opens at its end */
export async function openLine(file: string, line: number): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
  const row = Math.min(line, document.lineCount) - 1;
  const place = document.lineAt(row).range;
  await vscode.window.showTextDocument(document, {
    selection: new vscode.Range(place.start, place.start),
  });
}
