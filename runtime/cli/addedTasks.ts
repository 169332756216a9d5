// Where commands that add agent tasks put them, and what they say about it.
import path from 'node:path';
import type { AddedTasks } from '../store/workspaceTasks.ts';
import { workspaceTaskFile } from '../store/taskStore.ts';
import type { CommandContext } from './command.ts';
import { shortPath } from './shortPath.ts';

/** The named file, else the task file of the current folder. */
export function taskFileFor(cwd: string, out: string | null): string {
  return out === null ? workspaceTaskFile(cwd) : path.resolve(cwd, out);
}

export interface Telling {
  /** Where the tasks come from, for example `made with seed 1`. */
  readonly what: string;
  readonly added: AddedTasks;
  readonly json: boolean;
}

export function tellAdded(
  { terminal, cwd }: Pick<CommandContext, 'terminal' | 'cwd'>,
  { what, added, json }: Telling,
): void {
  if (json) {
    terminal.line(JSON.stringify(added));
    return;
  }
  const { file, added: ids, alreadyThere } = added;
  const there = alreadyThere.length === 0 ? '' : `; ${alreadyThere.length} were there already`;
  terminal.line(`${counted(ids.length)} ${what} added to ${shortPath(cwd, file)}${there}.`);
}

function counted(tasks: number): string {
  return tasks === 1 ? '1 task' : `${tasks} tasks`;
}
