// What the tree is made of. Nodes are data; how they look is nodeLook.ts's business, what is below them explorerTree.ts's.
import type { RecentTrajectory, TaskListing } from '../../runtime/contract/requests.ts';
import type { Task } from '../../runtime/contract/task.ts';
import { isTrainingNode, type TrainingNode, trainingNodeId } from './trainingNode.ts';

export const sectionNames = [
  'tasks',
  'labels',
  'runs',
  'queue',
  'checkpoints',
  'machines',
] as const;
export type SectionName = (typeof sectionNames)[number];

/** A folder of the workspace, with what the runtime found in it. */
export interface FolderContents {
  readonly name: string;
  /** Absolute path. */
  readonly workspace: string;
  /** The task file; null when there is none. */
  readonly file: string | null;
  readonly tasks: readonly TaskListing[];
  /** Lines of the task file that are no tasks. */
  readonly brokenLines: readonly { readonly line: number; readonly message: string }[];
  /** Newest first. */
  readonly recent: readonly RecentTrajectory[];
  /** Why the folder could not be read, as a sentence; null when it could. */
  readonly problem: string | null;
}

export interface SectionNode {
  readonly kind: 'section';
  readonly section: SectionName;
  /** Tasks or runs in it; null where there is nothing to count. */
  readonly count: number | null;
}

/** Stands between section and tasks when several folders are open. */
export interface FolderNode {
  readonly kind: 'folder';
  readonly folder: FolderContents;
}

/** Carries what the command "Run Agent" takes. */
export interface TaskNode {
  readonly kind: 'task';
  readonly workspace: string;
  /** The task file. */
  readonly taskFile: string;
  readonly listing: TaskListing;
  readonly task: Task;
  /** Absolute paths. */
  readonly files: readonly string[];
  readonly trajectories: readonly RecentTrajectory[];
}

/** Carries what the command "Open Trajectory" takes. */
export interface TrajectoryNode {
  readonly kind: 'trajectory';
  readonly workspace: string;
  readonly file: string;
  readonly trajectoryId: string;
  readonly recent: RecentTrajectory;
  /** False below its task, where the question stands already. */
  readonly showsQuestion: boolean;
}

/** Questions that were asked without a task. */
export interface RecentNode {
  readonly kind: 'recent';
  readonly workspace: string;
  readonly trajectories: readonly RecentTrajectory[];
}

export interface BrokenLineNode {
  readonly kind: 'broken-line';
  readonly workspace: string;
  readonly taskFile: string;
  readonly line: number;
  readonly message: string;
}

/** A line that only says something. */
export interface NoteNode {
  readonly kind: 'note';
  readonly section: SectionName;
  readonly workspace: string | null;
}

export interface ProblemNode {
  readonly kind: 'problem';
  readonly workspace: string;
  readonly message: string;
}

/** What is left to do about the labels of a folder. Carries what the commands of labels take. */
export interface LabelsNode {
  readonly kind: 'labels';
  readonly workspace: string;
  /** Name of the folder where several are open; null for the only one. */
  readonly folderName: string | null;
  readonly page: 'label' | 'conflicts' | 'agreement';
  /** Items or conflicts that are left; null where nobody has counted. */
  readonly left: number | null;
}

export type ExplorerNode =
  | SectionNode
  | FolderNode
  | TaskNode
  | TrajectoryNode
  | RecentNode
  | BrokenLineNode
  | NoteNode
  | LabelsNode
  | ProblemNode
  | TrainingNode;

/** Stays the same for the same thing, so that what is open stays open when the tree is read again. */
export function nodeId(node: ExplorerNode): string {
  if (isTrainingNode(node)) return trainingNodeId(node);
  switch (node.kind) {
    case 'section':
      return `section:${node.section}`;
    case 'folder':
      return `folder:${node.folder.workspace}`;
    case 'task':
      return `task:${node.workspace}:${node.task.id}`;
    case 'trajectory':
      return `trajectory:${node.file}:${node.trajectoryId}`;
    case 'recent':
      return `recent:${node.workspace}`;
    case 'broken-line':
      return `broken-line:${node.workspace}:${node.line}`;
    case 'note':
      return `note:${node.section}:${node.workspace ?? ''}`;
    case 'labels':
      return `labels:${node.workspace}:${node.page}`;
    case 'problem':
      return `problem:${node.workspace}`;
  }
}
