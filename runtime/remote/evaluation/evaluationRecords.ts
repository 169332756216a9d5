// What the lines of an evaluation say together: which tasks are done, how many were passed, and how two checkpoints differ. Pure.
import { createHash } from 'node:crypto';
import type { EvaluatedTask, HeldOut } from '../../contract/training/evaluation.ts';
import { EvaluatedTask as Schema } from '../../contract/training/evaluation.ts';
import type { HashedTask } from '../../evaluate/taskHashes.ts';
import { wilsonInterval } from '../../judge/statistics/wilson.ts';
import { parseJson } from '../../support/parseJson.ts';
import type { SampleWish } from '../../training/taskSampling.ts';

/**
 * The same for the same tasks in any order, wherever they and their files lie, under the same settings. 16 hexadecimal digits.
 * @param tasksHash of their questions, answers and contents of files
 */
export function evaluationKey(tasksHash: string, settingsHash: string): string {
  const text = JSON.stringify({ tasksHash, settingsHash });
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** One rollout of each task that nobody scored yet; the same seed for it on every computer. */
export function openWishes(
  tasks: readonly HashedTask[],
  records: ReadonlyMap<string, EvaluatedTask>,
): SampleWish[] {
  return tasks
    .filter(({ hash }) => !isScored(records.get(hash)))
    .map(({ task, hash }) => ({ task, taskHash: hash, index: 0, seed: seedOf(hash) }));
}

export function isScored(record: EvaluatedTask | undefined): boolean {
  return record !== undefined && record.correctness !== null;
}

/** 28 bits, as every model takes them. */
function seedOf(hash: string): number {
  return Number.parseInt(hash.slice(0, 7), 16);
}

/** Of each task the one that was scored, and of several the newest one. */
export function together(
  ...each: readonly ReadonlyMap<string, EvaluatedTask>[]
): Map<string, EvaluatedTask> {
  const found = new Map<string, EvaluatedTask>();
  for (const record of each.flatMap((records) => [...records.values()])) {
    const before = found.get(record.taskHash);
    if (before === undefined || isBetter(record, before)) found.set(record.taskHash, record);
  }
  return found;
}

function isBetter(one: EvaluatedTask, other: EvaluatedTask): boolean {
  if (isScored(one) !== isScored(other)) return isScored(one);
  return Date.parse(one.at) > Date.parse(other.at);
}

/** The last one of each task; lines that cannot be read are passed over, because a crash may have torn them. */
export function evaluatedTasks(text: string): ReadonlyMap<string, EvaluatedTask> {
  const lines = text.split('\n').flatMap((line) => {
    const parsed = parseJson(Schema, line);
    return parsed.ok ? [parsed.value] : [];
  });
  return new Map(lines.map((one) => [one.taskHash, one]));
}

export function evaluationText(records: Iterable<EvaluatedTask>): string {
  return [...records].map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** Of those that were scored. @throws RangeError when none was. @param passScore from which correctness on a task is passed */
export function heldOutOf(records: Iterable<EvaluatedTask>, passScore: number): HeldOut {
  const scored = [...records].flatMap(({ correctness }) => correctness ?? []);
  const passes = scored.filter((one) => one >= passScore).length;
  const interval = wilsonInterval(passes, scored.length);
  if (interval === null) throw new RangeError('There is no scored task.');
  const [low, high] = interval;
  return { passRate: passes / scored.length, low, high, tasks: scored.length };
}
