// `tool-r1 tasks`: the agent tasks of a file, and the lines that are none.
import path from 'node:path';
import { readTasks } from '../store/taskStore.ts';
import type { CommandContext } from './command.ts';
import { wrapText } from './displayWidth.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { sanitise } from './sanitise.ts';

export interface TasksOptions {
  readonly file: string;
  readonly json: boolean;
}

export async function tasksCommand(
  { terminal, cwd, interrupts }: CommandContext,
  { file, json }: TasksOptions,
): Promise<ExitCode> {
  const { tasks, problems } = await readTasks(path.resolve(cwd, file), interrupts.signal);
  const width = Math.max(0, ...tasks.map((task) => task.id.length)) + 2;
  for (const task of tasks) {
    if (json) {
      terminal.line(JSON.stringify(task));
      continue;
    }
    const level = task.level === null ? '' : `(level ${task.level}) `;
    const lines = wrapText(sanitise(level + task.question), terminal.columns - width);
    for (const [index, line] of lines.entries()) {
      const head = index === 0 ? task.id.padEnd(width) : ' '.repeat(width);
      terminal.line(terminal.palette.accent(head) + line);
    }
  }
  for (const { line, message } of problems) terminal.message(`${file}, line ${line}: ${message}`);
  return problems.length === 0 ? exitCodes.ok : exitCodes.usage;
}
