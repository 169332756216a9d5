// The tasks of a training run, read strictly: what is wrong with them is said before anything is started.
import { access } from 'node:fs/promises';
import type { Task } from '../contract/task.ts';
import type { DifficultyFilterSettings, PassRateWindow } from '../contract/trainingSettings.ts';
import { readTasks, taskFolder, withAbsoluteFiles, type TaskProblem } from '../store/taskStore.ts';
import { HumanError } from '../support/errors.ts';
import { isInside } from '../training/difficultyFilter.ts';

export interface TrainingTasks {
  /** With absolute paths of their files. */
  readonly tasks: readonly Task[];
  /** Left out, because their pass rate lies above the window of the difficulty filter, or below it. */
  readonly tooEasy: number;
  readonly tooHard: number;
  /** Kept although the filter is on, because nobody measured their pass rate. */
  readonly unmeasured: number;
}

/**
 * @throws HumanError of one line when a line is no task, an attachment is missing, or no task is left
 * @throws FailureError at boundary `store` when the file cannot be read
 */
export async function readTrainingTasks(
  file: string,
  filter: DifficultyFilterSettings,
  signal: AbortSignal,
): Promise<TrainingTasks> {
  const { tasks: read, problems } = await readTasks(file, signal);
  refuseBrokenLines(file, problems);
  const tasks = read.map((task) => withAbsoluteFiles(task, taskFolder(file)));
  if (tasks.length === 0) throw new HumanError(`${file} has no task. Add some, one a line.`);
  for (const task of tasks) await refuseMissingFiles(file, task);
  const kept = tasks.filter((task) => !filter.enabled || isWanted(task, filter.window));
  if (kept.length === 0) throw new HumanError(noneLeft(file, filter.window));
  const unmeasured = filter.enabled
    ? kept.filter(({ passRate }) => passRate === undefined).length
    : 0;
  const tooEasy = tasks.filter((task) => filter.enabled && isTooEasy(task, filter.window)).length;
  return { tasks: kept, tooEasy, tooHard: tasks.length - kept.length - tooEasy, unmeasured };
}

/** Where passes are counted, every task must say what is right. @throws HumanError that names the first that does not */
export function refuseUnanswered(file: string, tasks: readonly Task[]): void {
  const unanswered = tasks.find(({ referenceAnswer }) => referenceAnswer === null);
  if (unanswered === undefined) return;
  throw new HumanError(
    `Task ${unanswered.id} of ${file} has no reference answer, so nobody can say when it is solved. Add "referenceAnswer" or take the task out.`,
  );
}

function refuseBrokenLines(file: string, problems: readonly TaskProblem[]): void {
  const [first, ...others] = problems;
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` (${othersBroken(others)})`;
  throw new HumanError(
    `${file}, line ${first.line}: ${first.message}${more}. Mend or delete it; nothing was started.`,
  );
}

function othersBroken([next, ...rest]: readonly TaskProblem[]): string {
  const line = next?.line ?? 0;
  return rest.length === 0
    ? `line ${line} is broken too`
    : `${rest.length + 1} more lines are broken too, the next is line ${line}`;
}

async function refuseMissingFiles(taskFile: string, task: Task): Promise<void> {
  for (const file of task.files) {
    await access(file).catch(() => {
      throw new HumanError(
        `Task ${task.id} of ${taskFile} needs ${file}, which is not there. Put it there or take the task out.`,
      );
    });
  }
}

/** A task that nobody measured may be right. */
function isWanted({ passRate }: Task, window: PassRateWindow): boolean {
  if (passRate === undefined) return true;
  return isInside(passRate.passed / passRate.samples, window);
}

function isTooEasy({ passRate }: Task, { high }: PassRateWindow): boolean {
  return passRate !== undefined && passRate.passed / passRate.samples > high;
}

function noneLeft(file: string, { low, high }: PassRateWindow): string {
  return `No task of ${file} has a pass rate from ${low} to ${high}. Add tasks, or train on all of them with --set difficultyFilter.enabled=false.`;
}
