// What is said about a task and about one trajectory of it, in words. No state is told by an icon alone.
import type { RecentTrajectory, TaskListing } from '../../runtime/contract/requests.ts';
import { shortText } from '../support/shortText.ts';

export type TaskState =
  'running' | 'file-missing' | 'not-run' | 'not-judged' | 'passed' | 'failed' | 'mixed';

export function taskState(listing: TaskListing, isRunning: boolean): TaskState {
  if (isRunning) return 'running';
  const { judged, passed, trajectories, missingFiles } = listing;
  if (missingFiles.length > 0) return 'file-missing';
  if (trajectories === 0) return 'not-run';
  if (judged === 0) return 'not-judged';
  if (passed === judged) return 'passed';
  return passed === 0 ? 'failed' : 'mixed';
}

/** How often it passed, with the number of samples behind it. */
export function passWords({ judged, passed, trajectories }: TaskListing): string {
  if (trajectories === 0) return 'not run yet';
  if (judged === 0) return `run ${times(trajectories)}, no verdict`;
  return `${passed} of ${judged} passed`;
}

/** How often a first policy solved it, as `tool-r1 filter` measured; empty where it did not. */
export function filterWords({ passRate }: TaskListing['task']): string {
  return passRate === undefined ? '' : `filter ${passRate.passed}/${passRate.samples}`;
}

/** The same as a sentence. */
export function filterSentence({ passRate }: TaskListing['task']): string {
  if (passRate === undefined) return '';
  const { passed, samples, unscored, model, recipe } = passRate;
  const left = unscored === 0 ? '' : `, ${unscored} more without a verdict`;
  return `Filter: ${model} solved it ${passed} of ${times(samples)} with recipe ${recipe}${left}.`;
}

export function levelWords(level: number | null): string {
  return level === null ? '' : `level ${level}`;
}

export function missingWords(files: readonly string[]): string {
  if (files.length === 0) return '';
  return files.length === 1 ? 'a file is missing' : `${files.length} files are missing`;
}

export function times(count: number): string {
  if (count <= 2) return count === 1 ? 'once' : 'twice';
  return `${count} times`;
}

/** Also true for one that another window or a terminal runs. `isRunHere` is known for those of this window. */
export function isUnderWay(recent: RecentTrajectory, isRunHere: boolean): boolean {
  return isRunHere || (recent.stopReason === null && !recent.interrupted);
}

/** How a trajectory ended. */
export function endingWords(recent: RecentTrajectory, isRunHere: boolean): string {
  if (isUnderWay(recent, isRunHere)) return 'Running';
  switch (recent.stopReason) {
    case null:
      return 'Interrupted';
    case 'final-answer':
      return shortText(recent.finalAnswer ?? '', 36) || '(empty answer)';
    case 'max-steps':
      return 'No answer within its steps';
    case 'context-full':
      return 'No answer: context is full';
    case 'no-code':
      return 'No answer: wrote no code';
    case 'cancelled':
      return 'Stopped';
    case 'failure':
      return 'Failed';
    default:
      return recent.stopReason;
  }
}

/** `14:25` for today, else with the day. In the person's own time. */
export function whenWords(startedAt: string, now: Date): string {
  const date = new Date(startedAt);
  if (Number.isNaN(date.getTime())) return startedAt;
  const time = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  if (date.toDateString() === now.toDateString()) return time;
  const sameYear = date.getFullYear() === now.getFullYear();
  const day = date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
  });
  return `${day}, ${time}`;
}

export function rewardWords(reward: number | null): string {
  return reward === null ? '' : `reward ${reward.toFixed(2)}`;
}

export function stepWords(steps: number): string {
  return steps === 1 ? '1 step' : `${steps} steps`;
}
