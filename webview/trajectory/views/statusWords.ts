// What is going on, or how it went, in the words of the page. Pure.
import type { Recovery } from '../../../runtime/contract/observation.ts';
import type { StepRow } from '../../../runtime/contract/stepRow.ts';
import type { StopReason } from '../../../runtime/contract/trajectory.ts';
import { byteSize, wholeNumber } from '../../format/numbers.ts';
import { outcomeLooks, type Look } from '../../format/words.ts';
import type { LiveStep, Progress, TrajectoryState } from '../state/trajectoryState.ts';

const endings: Readonly<Record<StopReason, string>> = {
  'final-answer': 'Finished with an answer',
  'max-steps': 'Reached the step limit without an answer',
  'context-full': 'Ended without an answer: the context of the model was full',
  'no-code': 'Ended without an answer: several replies held no code that runs',
  cancelled: 'Stopped',
  failure: 'Something broke',
};

/** One phrase for the header. */
export function statusWords(state: TrajectoryState): string {
  const { phase, ending, live, progress } = state;
  switch (phase) {
    case 'reading':
      return 'Reading the trajectory';
    case 'preparing':
      return progress === null ? 'Getting ready' : progressWords(progress);
    case 'running':
      if (progress !== null) return progressWords(progress);
      return live === null ? 'Between steps' : `Step ${live.index} is ${liveWords(live)}`;
    case 'ended':
      return ending === null ? 'Ended' : endings[ending.stopReason];
    case 'unended':
      return 'Has no end: it still runs elsewhere, or its process ended early';
    case 'interrupted':
      return 'Interrupted: the process that ran it ended';
  }
}

/** `writing code`: what the step that is under way does. */
export function liveWords(live: LiveStep): string {
  const working = live.calls.findLast(({ answer }) => answer === null);
  if (working !== undefined) return `waiting for ${working.name}`;
  if (live.parsed !== null) return live.parsed.code === null ? 'ending' : 'running Python';
  if (live.reply.openLine !== null || live.reply.blocks.length > 0) return 'writing code';
  if (live.reply.thought.characters > 0) return 'thinking';
  return live.reasoning.characters > 0 ? 'reasoning' : 'waiting for the model';
}

/** `Loading the model: 45 % (42.0 of 94.0 MB)`. */
export function progressWords({ activity, done, total, unit }: Progress): string {
  const amount = (value: number): string =>
    unit === 'bytes' ? byteSize(value) : `${wholeNumber(value)} ${unit}`;
  if (total === null) return done === 0 ? activity : `${activity}: ${amount(done)}`;
  const share = Math.min(100, Math.floor((done / total) * 100));
  return `${activity}: ${share} % of ${amount(total)}`;
}

/** How a step ended, with the name of the error or of what was refused. */
export function outcomeOf(row: StepRow): Look {
  const look = outcomeLooks[row.outcome];
  if (row.outcome === 'python-error' && row.errorType !== null) {
    return { ...look, words: row.errorType };
  }
  if (row.outcome !== 'refused') return look;
  const [first] = row.refused;
  if (first === undefined) return look;
  return { ...look, words: row.refused.length === 1 ? `${first} refused` : 'Refused' };
}

/** True for a step that a reader who looks for trouble wants to see. */
export function isTrouble(row: StepRow): boolean {
  return !row.executed || !row.parsed || row.toolErrors > 0 || row.refused.length > 0;
}

/** How the namespace came through; empty when there is nothing to say. */
export const recoveryWords: Readonly<Record<Recovery, string>> = {
  none: '',
  interrupted: 'The step was stopped; what it had assigned until then is kept.',
  'rolled-back': 'The step was rolled back whole: variables are as they were before it.',
  moved: 'A fresh sandbox took over with the variables as they were before the step.',
  lost: 'A fresh sandbox took over and all variables are lost.',
};
