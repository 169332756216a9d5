// Lets a person choose several files and folders of a workspace folder from one list. VS Code's file dialog takes either files
// or folders, and in a browser only one at a time.
import path from 'node:path';
import * as vscode from 'vscode';

/** Files listed; a larger workspace is chosen from by folders. */
const mostFiles = 3000;
/** What no question is about. */
const leftOut = '**/{.tool-r1,.git,node_modules,__pycache__,.venv}/**';

export interface PickFiles {
  readonly title: string;
  readonly folder: vscode.Uri;
  /** Absolute paths; ticked at first. They may lie outside the folder. */
  readonly chosen: readonly string[];
}

interface FileItem extends vscode.QuickPickItem {
  readonly path: string;
}

/** Absolute paths; undefined when the person gave up. */
export async function pickFiles(options: PickFiles): Promise<string[] | undefined> {
  const items = fileItems(options, await filesBelow(options.folder));
  const picked = await vscode.window.showQuickPick(items, {
    title: options.title,
    placeHolder: 'Tick the files and folders that the question is about, then press Enter',
    canPickMany: true,
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked?.map((item) => item.path);
}

async function filesBelow(folder: vscode.Uri): Promise<string[]> {
  const pattern = new vscode.RelativePattern(folder, '**/*');
  const found = await vscode.workspace.findFiles(pattern, leftOut, mostFiles);
  return found.map(({ fsPath }) => fsPath);
}

function fileItems({ folder, chosen }: PickFiles, files: readonly string[]): FileItem[] {
  const root = folder.fsPath;
  const folders = foldersOf(root, files);
  const ticked = new Set(chosen);
  const rest = [...folders, ...files.toSorted(byPath)].filter((one) => !ticked.has(one));
  const kind = (one: string) => (folders.has(one) ? 'folder' : 'file');
  return [
    ...chosen.map((one) => fileItem(root, one, kind(one), true)),
    ...rest.map((one) => fileItem(root, one, kind(one), false)),
  ];
}

function fileItem(root: string, file: string, kind: 'file' | 'folder', picked: boolean): FileItem {
  const isRoot = file === root;
  const below = path.dirname(path.relative(root, file));
  const description = isRoot || below === '.' ? '' : below;
  const name = isRoot ? 'The whole workspace folder' : path.basename(file);
  return { label: `$(${kind}) ${name}`, description, path: file, picked };
}

/** Every folder on the way to a file, the outermost first. */
function foldersOf(root: string, files: readonly string[]): Set<string> {
  const found = new Set<string>([root]);
  for (const file of files) {
    for (let at = path.dirname(file); at.length > root.length; at = path.dirname(at)) found.add(at);
  }
  return new Set([...found].sort(byPath));
}

function byPath(left: string, right: string): number {
  return left.localeCompare(right, 'en');
}
