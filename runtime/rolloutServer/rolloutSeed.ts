// Seeds and ids of rollouts. Both follow from the place of a rollout in its run, so that a run that is resumed samples what it
// would have sampled. Pure.
import { createHash } from 'node:crypto';
import type { Id } from '../contract/ids.ts';

export interface RolloutPlace {
  readonly runId: Id;
  /** Of the run. */
  readonly seed: number;
  /** Train steps that are done. */
  readonly step: number;
  readonly taskId: Id;
  /** Position among the rollouts of the task in this step, from 0. */
  readonly index: number;
}

/** A whole number from 0 up to, not including, 2^31. */
export function rolloutSeed({ seed, step, taskId, index }: RolloutPlace): number {
  return digest(['seed', seed, step, index, taskId]).readUInt32BE(0) >>> 1;
}

/** Characters of a task's id that the id of its rollouts repeats, for people. */
const shownCharacters = 60;

/** `<task>.<step>.<index>.<hash>`; the hash tells apart runs, and tasks whose ids begin alike. */
export function rolloutId({ runId, step, taskId, index }: RolloutPlace): Id {
  const hash = digest(['id', runId, taskId]).toString('hex').slice(0, 8);
  return `${taskId.slice(0, shownCharacters)}.${step}.${index}.${hash}`;
}

function digest(parts: readonly (string | number)[]): Buffer {
  return createHash('sha256').update(parts.join('\n')).digest();
}
