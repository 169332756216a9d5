// The command "Run Agent...": finds out what is asked about which files, starts it, and shows its trajectory beside.
import * as vscode from 'vscode';
import type { TrajectoryPanels } from '../panels/trajectoryPanels.ts';
import { Problem } from '../support/problem.ts';
import type { Log } from '../support/topicLog.ts';
import { refuseUntrusted, tellNoFolder, tellProblem } from './messages.ts';
import type { AgentStarter, Question, RolloutSettings } from '../running/agentStarter.ts';
import { askQuestion } from '../running/askQuestion.ts';
import type { RecentQuestions } from '../running/recentQuestions.ts';
import { readRunWish, type RunWish, wishForFiles } from '../running/runWish.ts';

export interface RunParts {
  readonly starter: AgentStarter;
  readonly panels: TrajectoryPanels;
  readonly settings: () => RolloutSettings;
  readonly recent: RecentQuestions;
  readonly log: Log;
}

/** The id of the trajectory under way; undefined when it was refused or the person gave up. */
export async function runAgent(
  parts: RunParts,
  first: unknown,
  second: unknown,
): Promise<string | undefined> {
  if (!vscode.workspace.isTrusted) {
    refuseUntrusted();
    return undefined;
  }
  try {
    const question = await complete(parts, wishOf(first, second));
    return question === undefined ? undefined : await start(parts, question);
  } catch (error) {
    tellProblem(parts.log, error);
    return undefined;
  }
}

async function start({ starter, panels, recent }: RunParts, asked: Question): Promise<string> {
  const { trajectoryId, file } = await starter.ask(asked);
  if (asked.task === null) await recent.add(asked.question);
  const route = { page: 'trajectory', id: trajectoryId, step: null } as const;
  panels.open({ file, route, workspace: asked.workspace, title: asked.question });
  return trajectoryId;
}

/** Asks the person for what the wish leaves open. */
async function complete(parts: RunParts, wish: RunWish): Promise<Question | undefined> {
  const folder = await folderFor(wish);
  if (folder === undefined) return undefined;
  const workspace = folder.fsPath;
  if (wish.question !== null) return { ...wish, question: wish.question, workspace };
  const draft = await askQuestion({
    draft: { question: '', files: wish.files },
    folder,
    model: () => wish.model ?? parts.settings().model,
    recent: parts.recent.all(),
  });
  if (draft === undefined) return undefined;
  return { ...wish, question: draft.question.trim(), files: draft.files, workspace };
}

function wishOf(first: unknown, second: unknown): RunWish {
  const uris = chosenUris(first, second);
  if (uris.length > 0) return wishForFiles(uris.map(pathOf));
  if (first === undefined || first === null) return wishForFiles(activeFile());
  const wish = readRunWish(first);
  if (!wish.ok) throw new Problem(`This cannot be run: ${wish.problem}.`);
  return wish.value;
}

/** The Explorer hands over the file under the pointer and all chosen ones; an editor's title hands over its own. */
function chosenUris(first: unknown, second: unknown): vscode.Uri[] {
  const all: unknown[] = Array.isArray(second) ? second : [];
  const uris = all.filter((one): one is vscode.Uri => one instanceof vscode.Uri);
  if (uris.length > 0) return uris;
  return first instanceof vscode.Uri ? [first] : [];
}

function pathOf(uri: vscode.Uri): string {
  if (uri.scheme === 'file') return uri.fsPath;
  throw new Problem(
    'The agent reads files from the disk, and this one is on a virtual file system. Copy it into a folder of the disk first.',
  );
}

/** The file that a person is looking at, when it is one of the workspace. */
function activeFile(): string[] {
  const uri = vscode.window.activeTextEditor?.document.uri;
  if (uri?.scheme !== 'file') return [];
  return vscode.workspace.getWorkspaceFolder(uri) === undefined ? [] : [uri.fsPath];
}

/** Where the trajectory is kept: the folder of the first file, else the only folder, else one that the person picks. */
async function folderFor({ workspace, files }: RunWish): Promise<vscode.Uri | undefined> {
  if (workspace !== null) return vscode.Uri.file(workspace);
  const folders = vscode.workspace.workspaceFolders ?? [];
  const [file] = files;
  const own =
    file === undefined ? undefined : vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file));
  const folder = own ?? (folders.length > 1 ? await pickFolder() : folders[0]);
  if (folders.length === 0) tellNoFolder();
  if (folder === undefined) return undefined;
  if (folder.uri.scheme === 'file') return folder.uri;
  throw new Problem(
    `The agent reads files from the disk, and ${folder.name} is on a virtual file system. Open a folder of the disk to run it.`,
  );
}

async function pickFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  return vscode.window.showWorkspaceFolderPick({
    placeHolder: 'The folder that the question is about; the trajectory is kept in it',
  });
}
