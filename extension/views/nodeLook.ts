// How a node looks: label, description, icon, tooltip, and what a screen reader says. Data only; treeItem.ts makes VS Code's
// item of it. Labels are short, so that the figure that matters fits into a narrow side bar.
import path from 'node:path';
import { shortText } from '../support/shortText.ts';
import { labelsLook } from './labelsLook.ts';
import { trainingLook } from './trainingLook.ts';
import { isTrainingNode } from './trainingNode.ts';
import type {
  BrokenLineNode,
  ExplorerNode,
  NoteNode,
  RecentNode,
  SectionName,
  SectionNode,
  TaskNode,
  TrajectoryNode,
} from './explorerNode.ts';
import {
  endingWords,
  isUnderWay,
  levelWords,
  missingWords,
  filterSentence,
  filterWords,
  passWords,
  rewardWords,
  stepWords,
  taskState,
  type TaskState,
  times,
  whenWords,
} from './taskWords.ts';

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
    'nothing' | 'trajectory' | 'line' | 'labels' | 'run' | 'train-step' | 'run-log' | 'resume';
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

/** Characters of a question beside its figure. */
const labelCharacters = 28;

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

const taskIcons: Readonly<Record<TaskState, NodeIcon>> = {
  running: { name: 'sync~spin' },
  'file-missing': { name: 'warning', colour: 'list.warningForeground' },
  'not-run': { name: 'circle-outline' },
  'not-judged': { name: 'question' },
  passed: { name: 'pass', colour: 'testing.iconPassed' },
  failed: { name: 'error', colour: 'testing.iconFailed' },
  mixed: { name: 'color-mode' },
};

function taskLook(node: TaskNode, { running }: LookMoment): NodeLook {
  const { task, listing, trajectories } = node;
  const isRunning = trajectories.some(({ id }) => running.has(id));
  const facts = taskFacts(node, isRunning);
  // The icon says it too, so that the row of a task that was not run stays short.
  const shown = facts.filter((fact) => fact !== notRun);
  return {
    label: shortText(task.question, labelCharacters),
    description: shown.join(' · '),
    icon: taskIcons[taskState(listing, isRunning)],
    tooltip: taskTooltip(node),
    spoken: [task.question, ...facts].join(', '),
    contextValue: trajectories.length > 0 ? 'taskWithTrajectories' : 'task',
    fold: trajectories.length > 0 ? 'closed' : 'none',
    opens: 'nothing',
  };
}

const notRun = 'not run yet';

/** What matters most comes first: a narrow side bar cuts the rest. */
function taskFacts({ task, listing }: TaskNode, isRunning: boolean): string[] {
  const words = isRunning ? 'running' : passWords(listing);
  return [
    missingWords(listing.missingFiles),
    words,
    filterWords(task),
    levelWords(task.level),
  ].filter(Boolean);
}

/** Without the answer: a person may want to find it themselves. */
function taskTooltip({ task, listing }: TaskNode): string {
  const missing = new Set(listing.missingFiles);
  const files = task.files.map((file) => `  ${file}${missing.has(file) ? ' (missing)' : ''}`);
  const answer =
    task.referenceAnswer === null
      ? 'No reference answer, so that its runs are not judged.'
      : 'It has a reference answer; Show Reference Answer shows it.';
  const unjudged = listing.trajectories - listing.judged;
  const run = `${capital(passWords(listing))}${listing.judged > 0 && unjudged > 0 ? `, run ${times(unjudged)} more without a verdict` : ''}.`;
  const source = task.source === null ? '' : `, from ${task.source}`;
  return [
    task.question,
    '',
    ...(files.length === 0 ? ['No files.'] : ['Files:', ...files]),
    answer,
    run,
    ...[filterSentence(task)].filter(Boolean),
    `${task.id}${source}`,
  ].join('\n');
}

function trajectoryLook(node: TrajectoryNode, { now, running }: LookMoment): NodeLook {
  const { recent, showsQuestion, trajectoryId } = node;
  const isRunHere = running.has(trajectoryId);
  const ending = endingWords(recent, isRunHere);
  const when = whenWords(recent.startedAt, now);
  const reward = rewardWords(recent.reward);
  const facts = showsQuestion ? [when] : [when, reward];
  const description = facts.filter(Boolean).join(' · ');
  return {
    label: showsQuestion ? shortText(recent.question, labelCharacters) : ending,
    description,
    icon: trajectoryIcon(recent.stopReason, isUnderWay(recent, isRunHere)),
    tooltip: [
      recent.question,
      '',
      ending,
      [stepWords(recent.steps), when, reward].filter(Boolean).join(', '),
      path.basename(recent.file),
    ].join('\n'),
    spoken: [showsQuestion ? recent.question : '', ending, when, reward].filter(Boolean).join(', '),
    contextValue: 'trajectory',
    fold: 'none',
    opens: 'trajectory',
  };
}

function trajectoryIcon(stopReason: string | null, isRunning: boolean): NodeIcon {
  if (isRunning) return { name: 'sync~spin' };
  if (stopReason === 'final-answer') return { name: 'comment' };
  if (stopReason === 'failure') return { name: 'error', colour: 'list.errorForeground' };
  return { name: stopReason === null ? 'circle-slash' : 'debug-stop' };
}

function recentLook({ trajectories }: RecentNode): NodeLook {
  return {
    label: 'Recent questions',
    description: String(trajectories.length),
    icon: { name: 'history' },
    tooltip: 'Questions that were asked without a task, newest first',
    spoken: `Recent questions, ${trajectories.length}`,
    contextValue: 'recent',
    fold: 'closed',
    opens: 'nothing',
  };
}

function brokenLineLook({ line, message, taskFile }: BrokenLineNode): NodeLook {
  const label = `Line ${line} is no task`;
  return {
    label,
    description: message,
    icon: { name: 'warning', colour: 'list.warningForeground' },
    tooltip: `${path.basename(taskFile)}, line ${line}: ${message}`,
    spoken: `${label}: ${message}`,
    contextValue: 'brokenLine',
    fold: 'none',
    opens: 'line',
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

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
