// Chooses a model that lies in a file or folder, and names it as the runtime does.
import * as vscode from 'vscode';

interface FileKind extends vscode.QuickPickItem {
  readonly prefix: 'gguf' | 'onnx' | 'replay';
  readonly dialog: vscode.OpenDialogOptions;
}

const kinds: readonly FileKind[] = [
  {
    label: 'GGUF file',
    description: 'a chat model, run on this machine',
    prefix: 'gguf',
    dialog: { title: 'GGUF file of a chat model', filters: { GGUF: ['gguf'] } },
  },
  {
    label: 'ONNX folder',
    description: 'a chat model with its tokenizer, as Hugging Face lays them out',
    prefix: 'onnx',
    dialog: {
      title: 'Folder of an ONNX chat model',
      canSelectFiles: false,
      canSelectFolders: true,
    },
  },
  {
    label: 'Recorded replies',
    description: 'a trajectory file, or JSON with a list of replies',
    prefix: 'replay',
    dialog: { title: 'Recorded replies', filters: { 'JSON or trajectories': ['json', 'jsonl'] } },
  },
];

/** The name of the model; undefined when the person gave up. */
export async function pickModelFile(): Promise<string | undefined> {
  const kind = await vscode.window.showQuickPick([...kinds], {
    placeHolder: 'What kind of model?',
  });
  if (kind === undefined) return undefined;
  const picked = await vscode.window.showOpenDialog({ openLabel: 'Use This', ...kind.dialog });
  const [first] = picked ?? [];
  return first === undefined ? undefined : `${kind.prefix}:${first.fsPath}`;
}
