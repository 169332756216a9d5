// How a node looks: label, description, icon, tooltip, and what a screen reader says. Data only; treeItem.ts makes VS Code's
// item of it. Labels are short, so that the figure that matters fits into a narrow side bar.
import { labelsLook } from './labelsLook.ts';
import { brokenLineLook, recentLook, taskLook, trajectoryLook } from './taskLook.ts';
import { trainingLook } from './trainingLook.ts';
import { isTrainingNode } from './trainingNode.ts';
import type { ExplorerNode, NoteNode, SectionName, SectionNode } from './explorerNode.ts';

export interface NodeIcon {
  /** A codicon. */
  readonly name: string;
  /** A theme colour that repeats what the icon and the words say. */
  readonly colour?: string;
}

export interface NodeLook {
  readonly label: string;
  readonly description: string;
  /** Absent for lines that only say something. */
  readonly icon?: NodeIcon;
  readonly tooltip: string;
  /** Said by a screen reader in the place of label and description. */
  readonly spoken: string;
  /** For the `viewItem` of menus. */
  readonly contextValue: string;
  readonly fold: 'none' | 'open' | 'closed';
  /** What choosing it does. */
  readonly opens:
    | 'nothing'
    | 'trajectory'
    | 'line'
    | 'labels'
    | 'run'
    | 'queue'
    | 'checkpoints'
    | 'train-step'
    | 'run-log'
    | 'resume';
}

export interface LookMoment {
  readonly now: Date;
  /** Ids of the rollouts that this window runs. */
  readonly running: ReadonlySet<string>;
}

export function nodeLook(node: ExplorerNode, moment: LookMoment): NodeLook {
  if (isTrainingNode(node)) return trainingLook(node, moment.now);
  switch (node.kind) {
    case 'section':
      return sectionLook(node);
    case 'folder':
      return folderLook(node.folder.name, node.folder.workspace, node.folder.tasks.length);
    case 'task':
      return taskLook(node, moment);
    case 'trajectory':
      return trajectoryLook(node, moment);
    case 'recent':
      return recentLook(node);
    case 'broken-line':
      return brokenLineLook(node);
    case 'note':
      return noteLook(node);
    case 'labels':
      return labelsLook(node);
    case 'problem':
      return problemLook(node.message);
  }
}

const sectionTitles: Readonly<Record<SectionName, string>> = {
  tasks: 'Tasks',
  labels: 'Labels',
  queue: 'Queue',
  runs: 'Runs',
  checkpoints: 'Checkpoints',
  machines: 'Machines',
};

function sectionLook({ section, count }: SectionNode): NodeLook {
  const label = sectionTitles[section];
  const description = count === null ? '' : String(count);
  const tooltip =
    section === 'tasks' ? 'Questions with their files and answers' : notes[section].long;
  return {
    label,
    description,
    tooltip,
    spoken: count === null ? label : `${label}, ${count}`,
    contextValue: section,
    fold: section === 'tasks' || count !== null ? 'open' : 'closed',
    opens: 'nothing',
  };
}

function folderLook(name: string, workspace: string, tasks: number): NodeLook {
  return {
    label: name,
    description: String(tasks),
    icon: { name: 'root-folder' },
    tooltip: workspace,
    spoken: `Folder ${name}, ${tasks} tasks`,
    contextValue: 'folder',
    fold: 'open',
    opens: 'nothing',
  };
}

interface Note {
  readonly short: string;
  readonly long: string;
}

const notes: Readonly<Record<SectionName, Note>> = {
  tasks: {
    short: 'No tasks yet',
    long: 'Add a task with the + above, or import some from the menu beside it.',
  },
  labels: {
    short: 'No folder is open',
    long: 'What people decide about answers, and how far judges agree with them.',
  },
  queue: {
    short: 'Filled by a training run',
    long: 'While a training runs, this lists the fresh and kept trajectories of each task.',
  },
  runs: {
    short: 'No training run yet',
    long: 'Trainings and evaluations are listed here, each with how far it is.',
  },
  checkpoints: {
    short: 'Saved by a training run',
    long: 'The saved weights of a training are listed here, to go on from or to use as a model.',
  },
  machines: {
    short: 'Only this computer',
    long: 'Attach any host of your SSH configuration to train there. Nothing runs as root on it.',
  },
};

function noteLook({ section }: NoteNode): NodeLook {
  const { short, long } = notes[section];
  return {
    label: '',
    description: short,
    tooltip: long,
    spoken: `${short}. ${long}`,
    contextValue: 'note',
    fold: 'none',
    opens: 'nothing',
  };
}

function problemLook(message: string): NodeLook {
  return {
    label: 'The tasks could not be read',
    description: message,
    icon: { name: 'error', colour: 'list.errorForeground' },
    tooltip: message,
    spoken: `The tasks could not be read: ${message}`,
    contextValue: 'problem',
    fold: 'none',
    opens: 'nothing',
  };
}
