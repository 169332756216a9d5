// `tool-r1 import`: agent tasks out of a file of another kind, added to a task file.
import path from 'node:path';
import { readForeignTasks } from '../store/importers/importTasks.ts';
import { allForeignFormats } from '../store/importers/trajectories/allForeignFormats.ts';
import { formatsOf } from '../store/importers/trajectories/detectFormat.ts';
import { HumanError } from '../support/errors.ts';
import { taskFileFor, tellAdded } from './addedTasks.ts';
import type { CommandContext } from './command.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { addTasks } from '../store/workspaceTasks.ts';

export interface ImportOptions {
  readonly file: string;
  /** Null takes the task file of the current folder. */
  readonly out: string | null;
  readonly json: boolean;
}

/** Rows that are no tasks are named, and everything else is added; the exit code tells of them. */
export async function importCommand(
  context: CommandContext,
  { file, out, json }: ImportOptions,
): Promise<ExitCode> {
  const { terminal, cwd, interrupts } = context;
  const from = path.resolve(cwd, file);
  await refuseTrajectories(from, file);
  const { format, tasks, problems } = await readForeignTasks(from, interrupts.signal);
  const added = await addTasks(taskFileFor(cwd, out), tasks);
  tellAdded(context, { what: `from ${file} (${format})`, added, json });
  for (const { line, message } of problems) terminal.message(`${file}, line ${line}: ${message}`);
  return problems.length === 0 ? exitCodes.ok : exitCodes.usage;
}

async function refuseTrajectories(from: string, file: string): Promise<void> {
  const [format] = await formatsOf(from, allForeignFormats);
  if (format === undefined) return;
  throw new HumanError(
    `${file} holds trajectories (${format.title}), not agent tasks. Name a new file for them: --to NAME.trajectories.jsonl.`,
  );
}
