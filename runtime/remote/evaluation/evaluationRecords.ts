// What the lines of an evaluation say together: which tasks are done, how many were passed, and how two checkpoints differ. Pure.
import { createHash } from 'node:crypto';
import type { Task } from '../../contract/task.ts';
import type { EvaluatedTask, HeldOut } from '../../contract/training/evaluation.ts';
import { EvaluatedTask as Schema } from '../../contract/training/evaluation.ts';
import { wilsonInterval } from '../../judge/statistics/wilson.ts';
import { parseJson } from '../../support/parseJson.ts';
import { taskHash } from '../../training/taskSampling.ts';

/** The same for the same tasks with their files at the same paths, in any order, under the same settings. 16 hexadecimal digits. */
export function evaluationKey(tasks: readonly Task[], settingsHash: string): string {
  const hashes = tasks.map(taskHash).sort();
  const text = JSON.stringify({ hashes, settingsHash });
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
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
