// The commands on tasks, as the tree and the palette call them.
import * as vscode from 'vscode';
import type { RecentTrajectory } from '../../runtime/contract/requests.ts';
import { commands } from '../manifest.ts';
import type { RuntimeRequests } from '../runtime/runtimeRequests.ts';
import type { Explorer } from '../views/explorer.ts';
import type { ExplorerNode } from '../views/explorerNode.ts';
import { addTask } from './addTask.ts';
import { importTasks } from './importTasks.ts';
import { openLine } from './openLine.ts';
import { calledOn, pickTask } from './pickTask.ts';
import { taskBeginning } from './taskBeginning.ts';

export interface TaskCommandParts {
  readonly runtime: RuntimeRequests;
  readonly explorer: Explorer;
  readonly reveal: (node: ExplorerNode) => Promise<void>;
  /** Folders whose trajectories count as run here. */
  readonly workspaces: () => readonly string[];
}

export class TaskCommands {
  readonly #parts: TaskCommandParts;

  constructor(parts: TaskCommandParts) {
    this.#parts = parts;
  }

  async add(args: readonly unknown[]): Promise<void> {
    const { runtime, explorer, reveal } = this.#parts;
    const beginning = await taskBeginning(args);
    if (beginning === undefined) return;
    const added = await addTask(runtime, beginning);
    if (added === null) return;
    const node = await explorer.taskNode(added.workspace, added.taskId);
    if (node !== null) await reveal(node);
  }

  async import(args: readonly unknown[]): Promise<void> {
    const { runtime, explorer } = this.#parts;
    if (await importTasks(runtime, args)) explorer.refresh();
  }

  async run(args: readonly unknown[]): Promise<void> {
    const node = await this.#pick(args, 'Which task should be run?');
    if (node === undefined) return;
    const { task, files, workspace } = node;
    await vscode.commands.executeCommand(commands.runAgent, { task, files, workspace });
  }

  /** Also opens a line that is no task. */
  async edit(args: readonly unknown[]): Promise<void> {
    const called = calledOn(args);
    if (called?.kind === 'broken-line') {
      await openLine(called.taskFile, called.line);
      return;
    }
    const node = await this.#pick(args, 'Which task should be edited?');
    if (node !== undefined) await openLine(node.taskFile, node.listing.line);
  }

  async showAnswer(args: readonly unknown[]): Promise<void> {
    const node = await this.#pick(args, 'Whose answer should be shown?');
    if (node === undefined) return;
    const { referenceAnswer } = node.task;
    const copy = 'Copy';
    const chosen = await (referenceAnswer === null
      ? vscode.window.showInformationMessage('Nobody has given a reference answer to this task.')
      : vscode.window.showInformationMessage(`Reference answer: ${referenceAnswer}`, copy));
    if (chosen === copy) await vscode.env.clipboard.writeText(referenceAnswer ?? '');
  }

  async openNewest(args: readonly unknown[]): Promise<void> {
    const node = calledOn(args);
    const newest = node?.kind === 'task' ? node.trajectories[0] : await this.#newest();
    if (newest === undefined) {
      await offerSample();
      return;
    }
    const { file, id } = newest;
    await vscode.commands.executeCommand(commands.openTrajectory, { file, trajectoryId: id });
  }

  #pick(args: readonly unknown[], placeHolder: string): ReturnType<typeof pickTask> {
    return pickTask(args, () => this.#parts.explorer.tasks(), placeHolder);
  }

  async #newest(): Promise<RecentTrajectory | undefined> {
    const { runtime, workspaces } = this.#parts;
    const lists = await Promise.all(
      workspaces().map((workspace) => runtime.request('list-recent', { workspace, limit: 1 })),
    );
    const all = lists.flatMap(({ trajectories }) => trajectories);
    return all.toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))[0];
  }
}

async function offerSample(): Promise<void> {
  const run = 'Run a Sample Task';
  const chosen = await vscode.window.showInformationMessage('Nothing was run here yet.', run);
  if (chosen === run) await vscode.commands.executeCommand(commands.runSample);
}
