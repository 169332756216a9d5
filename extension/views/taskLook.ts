// How tasks and what was run of them look in the tree. Labels are short, so that the figure that matters fits into a narrow side bar.
import path from 'node:path';
import { shortText } from '../support/shortText.ts';
import type { BrokenLineNode, RecentNode, TaskNode, TrajectoryNode } from './explorerNode.ts';
import type { LookMoment, NodeIcon, NodeLook } from './nodeLook.ts';
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

/** Characters of a question beside its figure. */
const labelCharacters = 28;

const taskIcons: Readonly<Record<TaskState, NodeIcon>> = {
  running: { name: 'sync~spin' },
  'file-missing': { name: 'warning', colour: 'list.warningForeground' },
  'not-run': { name: 'circle-outline' },
  'not-judged': { name: 'question' },
  passed: { name: 'pass', colour: 'testing.iconPassed' },
  failed: { name: 'error', colour: 'testing.iconFailed' },
  mixed: { name: 'color-mode' },
};

export function taskLook(node: TaskNode, { running }: LookMoment): NodeLook {
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

export function trajectoryLook(node: TrajectoryNode, { now, running }: LookMoment): NodeLook {
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

export function recentLook({ trajectories }: RecentNode): NodeLook {
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

export function brokenLineLook({ line, message, taskFile }: BrokenLineNode): NodeLook {
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

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
