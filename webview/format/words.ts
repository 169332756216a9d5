// The words of the pages for what the contract names: why a trajectory stopped, what a judge decided.
import type { VerdictLevel } from '../../runtime/contract/judge.ts';
import type { ObservationKind } from '../../runtime/contract/observation.ts';
import type { StopReason } from '../../runtime/contract/trajectory.ts';
import type { TrajectoryRow } from '../../runtime/contract/viewing.ts';
import type { IconName } from '../icons.ts';

/** How a trajectory ended, or why it has no end. */
export type Ending = StopReason | 'running' | 'interrupted';

export function endingOf(row: Pick<TrajectoryRow, 'stopReason' | 'interrupted'>): Ending {
  return row.stopReason ?? (row.interrupted ? 'interrupted' : 'running');
}

export const stopWords: Readonly<Record<Ending, string>> = {
  'final-answer': 'Answer',
  'max-steps': 'Step limit',
  'context-full': 'Context full',
  'no-code': 'No code',
  cancelled: 'Stopped',
  failure: 'Failure',
  running: 'Running',
  interrupted: 'Interrupted',
};

/** What a filter can ask for: `running` there stands for all without an end. */
export const stopFilterWords: Readonly<Record<StopReason | 'running', string>> = {
  ...stopWords,
  running: 'Unfinished',
};

/** As sentences, for headers and screen readers. */
export const stopSentences: Readonly<Record<Ending, string>> = {
  'final-answer': 'Gave a final answer',
  'max-steps': 'Reached the step limit',
  'context-full': 'The context of the model was full',
  'no-code': 'The model wrote no code any more',
  cancelled: 'Stopped by a person',
  failure: 'Something broke',
  running: 'Has no end yet: it runs',
  interrupted: 'Has no end: it was interrupted, or it is being written on another machine',
};

export interface Look {
  readonly words: string;
  readonly icon: IconName;
  /** A colour class of the theme. */
  readonly tone: string;
}

export const verdictLooks: Readonly<Record<VerdictLevel, Look>> = {
  Correct: { words: 'Correct', icon: 'tick', tone: 'ok' },
  'Partially Correct': { words: 'Partial', icon: 'half', tone: 'warn' },
  Wrong: { words: 'Wrong', icon: 'cross', tone: 'bad' },
};

export const outcomeLooks: Readonly<Record<ObservationKind, Look>> = {
  executed: { words: 'Ran', icon: 'tick', tone: 'ok' },
  'final-answer': { words: 'Final answer', icon: 'answer', tone: 'ok' },
  'no-code': { words: 'No code', icon: 'dash', tone: 'warn' },
  'syntax-error': { words: 'Syntax error', icon: 'cross', tone: 'bad' },
  refused: { words: 'Refused', icon: 'refused', tone: 'warn' },
  'python-error': { words: 'Error', icon: 'cross', tone: 'bad' },
  timeout: { words: 'Time limit', icon: 'clock', tone: 'bad' },
  aborted: { words: 'Rolled back', icon: 'warning', tone: 'warn' },
  cancelled: { words: 'Stopped', icon: 'stop', tone: 'warn' },
};
