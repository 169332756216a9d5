// How a run stands, in words: what stands beside its state, how far it is, how long it still takes.
import { shortTime } from '../charts/axisWords.ts';
import { counted, wholeNumber } from '../format/numbers.ts';
import type { RunListing, TaskProgress } from '../../runtime/contract/training/runView.ts';
import { isAlive, stateLooks } from './stateLooks.ts';
import { agoWords, whenWords } from './timeWords.ts';

/** Beside the word of the state. */
export function stateDetail(listing: RunListing, now: number): string {
  const { state, step, lastSeenAt, activity } = listing;
  const seen = lastSeenAt === null ? null : agoWords(lastSeenAt, now);
  switch (state) {
    case 'queued':
      return waitWords(listing);
    case 'starting':
    case 'running':
    case 'stopping':
      return [activity, seen === null ? '' : `heartbeat ${seen}`].filter(Boolean).join(', ');
    case 'stalled':
      return seen === null ? 'no heartbeat yet' : `last heartbeat ${seen}`;
    case 'offline':
      return `${wasWords(listing)}, ${seen === null ? 'not seen yet' : `last seen ${seen}`}`;
    case 'crashed':
    case 'stopped':
    case 'done':
      return [afterWords(step), lastSeenAt === null ? '' : whenWords(lastSeenAt, now)]
        .filter(Boolean)
        .join(', ');
  }
}

/** `place 2 in the line for GPU 0 and 1`. */
export function waitWords({ waitsFor }: Pick<RunListing, 'waitsFor'>): string {
  if (waitsFor === null) return 'waits to be started';
  const cards = waitsFor.gpus.length === 0 ? 'its graphics cards' : gpuWords(waitsFor.gpus);
  return waitsFor.place === 1
    ? `next in line for ${cards}`
    : `place ${waitsFor.place} in line for ${cards}`;
}

/** `GPU 0`, `GPU 0 and 1`, `GPU 0, 1, 2 and 3`. */
export function gpuWords(gpus: readonly number[]): string {
  const last = gpus.at(-1) ?? 0;
  const rest = gpus.slice(0, -1).join(', ');
  return rest === '' ? `GPU ${last}` : `GPU ${rest} and ${last}`;
}

function wasWords({ lastState }: RunListing): string {
  return `was ${stateLooks[lastState].words.toLowerCase()}`;
}

function afterWords(step: number): string {
  return step === 0 ? 'before the first train step' : `after train step ${wholeNumber(step)}`;
}

export interface TimeLeft {
  readonly words: string;
  /** What is not certain about it; empty when nothing is. */
  readonly doubt: string;
}

/** Null where nothing can be said: nothing lives, or no train step was made. */
export function timeLeft(listing: RunListing, now: number): TimeLeft | null {
  const { state, lastState, secondsLeft, secondsLeftSpread, lastSeenAt } = listing;
  if (secondsLeft === null || !isAlive(lastState) || lastState === 'stopping') return null;
  if (state === 'offline') {
    const gone = lastSeenAt === null ? 0 : (now - Date.parse(lastSeenAt)) / 1000;
    const left = Math.max(secondsLeft - gone, 0);
    if (left < 60) return { words: 'may be done by now', doubt: 'if it kept its pace' };
    return { words: `about ${shortTime(left)} left`, doubt: 'if it kept its pace' };
  }
  const spread = secondsLeftSpread ?? 0;
  return {
    words: `${shortTime(secondsLeft)} left`,
    doubt: spread < 1 ? '' : `± ${shortTime(spread)}`,
  };
}

/** Train step that a run which is not heard has come to, if it kept its pace; null where there is no pace. */
export function guessedStep(listing: RunListing, now: number): number | null {
  const { secondsPerStep, lastSeenAt, step, totalSteps } = listing;
  if (secondsPerStep === null || secondsPerStep === 0 || lastSeenAt === null) return null;
  const made = Math.floor((now - Date.parse(lastSeenAt)) / 1000 / secondsPerStep);
  return made < 1 ? null : Math.min(step + made, totalSteps ?? step + made);
}

/** `12 train steps, about 19 min`: what a resumed run makes again. */
export function repeatWords(listing: RunListing, checkpoint: number): string {
  const steps = Math.max(listing.step - checkpoint, 0);
  if (steps === 0) return 'nothing';
  const { secondsPerStep } = listing;
  const took = secondsPerStep === null ? '' : `, about ${shortTime(steps * secondsPerStep)}`;
  return `${counted(steps, 'train step')}${took}`;
}

/** `412 in window of 1,300`, `1,300`. */
export function taskWords({ tasks, inWindow }: TaskProgress): string {
  const all = wholeNumber(tasks);
  return inWindow === null ? all : `${wholeNumber(inWindow)} in window of ${all}`;
}

/** `96 s per step`, `2.4 s per step`. */
export function paceWords(secondsPerStep: number): string {
  if (secondsPerStep >= 600) return `${shortTime(secondsPerStep)} per step`;
  return `${secondsPerStep.toFixed(secondsPerStep < 10 ? 1 : 0)} s per step`;
}
