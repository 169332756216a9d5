// What is said of checkpoints: figures with their intervals, room on the disk, when the next one is saved.
import type { KeepPolicy, RunJob } from '../../runtime/contract/training/runFolder.ts';
import type { CheckpointListing, RunListing } from '../../runtime/contract/training/runView.ts';
import { shortTime } from '../charts/axisWords.ts';
import { byteSize, counted, percent, wholeNumber } from '../format/numbers.ts';
import { isAlive } from '../run/stateLooks.ts';

type HeldOut = NonNullable<CheckpointListing['heldOut']>;

/** Per cent, as `46 to 64`; the rounded ends of an interval of shares. */
export function intervalWords({ low, high }: Pick<HeldOut, 'low' | 'high'>): string {
  return `${(low * 100).toFixed(0)} to ${(high * 100).toFixed(0)}`;
}

/** `55 % of 120 tasks passed, 95 % interval 46 to 64 %`. */
export function heldOutSentence(heldOut: HeldOut): string {
  const { passRate, tasks } = heldOut;
  return `${percent(passRate)} of ${counted(tasks, 'task')} passed, 95 % interval ${intervalWords(heldOut)} %`;
}

/** `6, 366 GB`. */
export function keptWords(checkpoints: readonly CheckpointListing[]): string {
  const bytes = checkpoints.reduce((sum, one) => sum + one.bytes, 0);
  return `${wholeNumber(checkpoints.length)}, ${byteSize(bytes)}`;
}

/** `1.50 TB, room for 14 more`: as large as the newest one. */
export function roomWords(freeBytes: number, newest: CheckpointListing | undefined): string {
  const free = byteSize(freeBytes);
  if (newest === undefined || newest.bytes === 0) return free;
  const more = Math.floor(freeBytes / newest.bytes);
  return more === 0
    ? `${free}, no room for one more`
    : `${free}, room for ${wholeNumber(more)} more`;
}

/** `the newest 3, the best by reward and those that are pinned`. */
export function policyWords({ last, best }: KeepPolicy): string {
  const newest = last === 1 ? 'the newest' : `the newest ${wholeNumber(last)}`;
  const top = best === 1 ? 'the best by reward' : `the best ${wholeNumber(best)} by reward`;
  const kept = [...(last === 0 ? [] : [newest]), ...(best === 0 ? [] : [top])];
  return kept.length === 0 ? 'only those that are pinned' : `${kept.join(', ')} and pinned ones`;
}

/** `step 400, in about 2 h 20 min`; null where none will be saved. */
export function nextWords(
  { lastState, step, totalSteps, secondsPerStep }: RunListing,
  { saveEverySteps }: Pick<RunJob, 'saveEverySteps'>,
): string | null {
  if (!isAlive(lastState)) return null;
  const due = (Math.floor(step / saveEverySteps) + 1) * saveEverySteps;
  const next = Math.min(due, totalSteps ?? due);
  if (next <= step) return null;
  const pace =
    secondsPerStep === null ? '' : `, in about ${shortTime((next - step) * secondsPerStep)}`;
  return `step ${wholeNumber(next)}${pace}`;
}
