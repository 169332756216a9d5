// Why a program that helps to set things up ended badly. On a full disk many say nothing, or what nobody can act on.
import { statfs } from 'node:fs/promises';
import { failure, HumanError } from '../support/errors.ts';
import { lackedRoom, lastWords } from '../support/processEnd.ts';
import type { WatchedEnding } from './watchedCommand.ts';

export interface HelperWork {
  /** What could not be done: `pip could not install what the trainer needs`. */
  readonly what: string;
  /** What to do where its words are not enough. */
  readonly advice: string;
  /** Where it writes; its disk is looked at. */
  readonly folder: string;
}

/** With less than this, programs cannot even write what they lack. */
const fullBytes = 1_000_000;

/** A FailureError `store/disk-full` where room is lacking, else a HumanError with what it said last. */
export async function helperFailure(
  { code, signal, tail }: WatchedEnding,
  { what, advice, folder }: HelperWork,
): Promise<Error> {
  const end = { code, signal, said: tail.join('\n') };
  const lacked = lackedRoom(end) ?? ((await freeBytes(folder)) < fullBytes ? 'disk' : null);
  if (lacked === null) return new HumanError(`${what}: ${lastWords(end)} ${advice}`);
  const why =
    lacked === 'disk'
      ? `the disk of ${folder} is full. Free some space there`
      : `the quota for ${folder} is used up. Delete files there or ask for more`;
  return failure('store', 'disk-full', `${what}: ${why}, then try again. (${lastWords(end)})`);
}

async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    // What cannot be looked at is not known to be full.
    return Number.POSITIVE_INFINITY;
  }
}
