// What is below what in the tree, from what the folders hold. Pure: reading is folderReader.ts's business.
import path from 'node:path';
import type { RecentTrajectory, TaskListing } from '../../runtime/contract/requests.ts';
import {
  type ExplorerNode,
  type FolderContents,
  sectionNames,
  type SectionName,
  type TaskNode,
  type TrajectoryNode,
} from './explorerNode.ts';
import { isTrainingNode, noTraining, type TrainingContents } from './trainingNode.ts';
import { hasTraining, sectionNodes, trainingChildren } from './trainingTree.ts';

/** Empty when there is nothing to show, so that the welcome text takes the place of the tree. */
export function rootNodes(
  folders: readonly FolderContents[],
  training: TrainingContents = noTraining,
): readonly ExplorerNode[] {
  if (folders.every(isEmpty) && !hasTraining(training)) return [];
  const tasks = folders.reduce((sum, folder) => sum + folder.tasks.length, 0);
  const counts: Partial<Record<SectionName, number>> = {
    tasks,
    ...(training.runs.length > 0 ? { runs: training.runs.length } : {}),
  };
  return sectionNames.map((section) => ({
    kind: 'section',
    section,
    count: counts[section] ?? null,
  }));
}

export function childNodes(
  node: ExplorerNode,
  folders: readonly FolderContents[],
  training: TrainingContents = noTraining,
): readonly ExplorerNode[] {
  if (isTrainingNode(node)) return trainingChildren(node);
  switch (node.kind) {
    case 'section':
      return sectionChildren(node.section, folders, training);
    case 'folder':
      return folderChildren(node.folder);
    case 'task':
      return node.trajectories.map((one) => trajectoryNode(node.workspace, one, false));
    case 'recent':
      return node.trajectories.map((one) => trajectoryNode(node.workspace, one, true));
    case 'trajectory':
    case 'broken-line':
    case 'note':
    case 'labels':
    case 'problem':
      return [];
  }
}

/** Null for a section, and for what nobody asks to show: runs and machines. */
export function parentNode(
  node: ExplorerNode,
  folders: readonly FolderContents[],
): ExplorerNode | null {
  if (isTrainingNode(node)) return null;
  switch (node.kind) {
    case 'section':
      return null;
    case 'note':
      return node.workspace === null
        ? sectionNode(node.section, folders)
        : folderParent(node.workspace, folders);
    case 'folder':
      return sectionNode('tasks', folders);
    case 'labels':
      return sectionNode('labels', folders);
    case 'trajectory':
      return ownerOf(node, folders);
    case 'task':
    case 'recent':
    case 'broken-line':
    case 'problem':
      return folderParent(node.workspace, folders);
  }
}

/** The node of a task that is there; null for none. */
export function taskNodeOf(
  workspace: string,
  taskId: string,
  folders: readonly FolderContents[],
): TaskNode | null {
  const folder = folders.find((one) => one.workspace === workspace);
  const listing = folder?.tasks.find(({ task }) => task.id === taskId);
  return folder === undefined || listing === undefined ? null : taskNode(folder, listing);
}

/** Every task of every folder, for a list to choose from. */
export function allTaskNodes(folders: readonly FolderContents[]): readonly TaskNode[] {
  return folders.flatMap((folder) => folder.tasks.map((listing) => taskNode(folder, listing)));
}

function sectionChildren(
  section: SectionName,
  folders: readonly FolderContents[],
  training: TrainingContents,
): readonly ExplorerNode[] {
  if (section !== 'tasks') {
    const nodes = section === 'labels' ? [] : sectionNodes(section, training);
    return nodes.length > 0 ? nodes : [{ kind: 'note', section, workspace: null }];
  }
  const [only, ...others] = folders;
  if (only !== undefined && others.length === 0) return folderChildren(only);
  return folders.map((folder) => ({ kind: 'folder', folder }));
}

function folderChildren(folder: FolderContents): readonly ExplorerNode[] {
  const { workspace, file, tasks, brokenLines, problem } = folder;
  if (problem !== null) return [{ kind: 'problem', workspace, message: problem }];
  const withoutTask = recentWithoutTask(folder);
  const children: ExplorerNode[] = tasks.map((listing) => taskNode(folder, listing));
  if (tasks.length === 0) children.push({ kind: 'note', section: 'tasks', workspace });
  for (const { line, message } of brokenLines) {
    children.push({ kind: 'broken-line', workspace, taskFile: file ?? '', line, message });
  }
  if (withoutTask.length > 0) {
    children.push({ kind: 'recent', workspace, trajectories: withoutTask });
  }
  return children;
}

function taskNode(folder: FolderContents, listing: TaskListing): TaskNode {
  const { workspace, file, recent } = folder;
  const { task } = listing;
  return {
    kind: 'task',
    workspace,
    taskFile: file ?? '',
    listing,
    task,
    files: task.files.map((name) => path.resolve(workspace, name)),
    trajectories: recent.filter(({ taskId }) => taskId === task.id),
  };
}

function trajectoryNode(
  workspace: string,
  recent: RecentTrajectory,
  showsQuestion: boolean,
): TrajectoryNode {
  const { file, id } = recent;
  return { kind: 'trajectory', workspace, file, trajectoryId: id, recent, showsQuestion };
}

function recentWithoutTask({ tasks, recent }: FolderContents): readonly RecentTrajectory[] {
  const known = new Set(tasks.map(({ task }) => task.id));
  return recent.filter(({ taskId }) => !known.has(taskId));
}

function folderParent(workspace: string, folders: readonly FolderContents[]): ExplorerNode | null {
  const folder = folders.find((one) => one.workspace === workspace);
  if (folder !== undefined && folders.length > 1) return { kind: 'folder', folder };
  return sectionNode('tasks', folders);
}

function ownerOf(node: TrajectoryNode, folders: readonly FolderContents[]): ExplorerNode | null {
  const task = taskNodeOf(node.workspace, node.recent.taskId, folders);
  if (task !== null) return task;
  const folder = folders.find((one) => one.workspace === node.workspace);
  if (folder === undefined) return null;
  const { workspace } = node;
  return { kind: 'recent', workspace, trajectories: recentWithoutTask(folder) };
}

function sectionNode(
  section: SectionName,
  folders: readonly FolderContents[],
): ExplorerNode | null {
  const sections = rootNodes(folders);
  return sections.find((node) => node.kind === 'section' && node.section === section) ?? null;
}

function isEmpty({ tasks, brokenLines, recent, problem }: FolderContents): boolean {
  return tasks.length + brokenLines.length + recent.length === 0 && problem === null;
}
