// `tool-r1 generate`: made-up agent tasks on the file system and the booking desk, added to a task file.
import { environmentTasks } from '../environment/tasks/environmentTasks.ts';
import { HumanError } from '../support/errors.ts';
import { addTasks } from '../store/workspaceTasks.ts';
import { taskFileFor, tellAdded } from './addedTasks.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';

export interface GenerateOptions {
  readonly count: number;
  readonly seed: number;
  /** Null takes the task file of the current folder. */
  readonly out: string | null;
  readonly json: boolean;
}

/** @throws HumanError when there are not so many different tasks */
export async function generateCommand(
  context: CommandContext,
  { count, seed, out, json }: GenerateOptions,
): Promise<ExitCode> {
  const tasks = environmentTasks({ seed, count });
  if (tasks.length < count) {
    throw new HumanError(`Seed ${seed} makes ${tasks.length} different tasks. Lower --count.`);
  }
  const added = await addTasks(taskFileFor(context.cwd, out), tasks);
  tellAdded(context, { what: `made with seed ${seed}`, added, json });
  return exitCodes.ok;
}
