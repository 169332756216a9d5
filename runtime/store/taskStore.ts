// Reads and extends files of tasks, one JSON object a line (`tasks.jsonl`).
import path from 'node:path';
import { Task } from '../contract/task.ts';
import { failure } from '../support/errors.ts';
import { parseJson } from '../support/parseJson.ts';
import { JsonLinesWriter } from './jsonLinesWriter.ts';
import { readLines, type Line } from './lineReader.ts';

export interface TaskProblem {
  /** Line of the file, from 1. */
  readonly line: number;
  readonly message: string;
}

export interface TaskList {
  readonly tasks: readonly Task[];
  /** Line of each task, from 1, by its id. */
  readonly lines: ReadonlyMap<string, number>;
  readonly problems: readonly TaskProblem[];
}

/**
 * Reads every task of a file; lines that are none are reported and the rest is kept.
 * @throws FailureError at boundary `store` when the file cannot be read
 */
export async function readTasks(file: string, signal?: AbortSignal): Promise<TaskList> {
  const tasks: Task[] = [];
  const problems: TaskProblem[] = [];
  const lineOf = new Map<string, number>();
  for await (const line of readLines(file, signal === undefined ? {} : { signal })) {
    const outcome = readTask(line);
    if (outcome === null) continue;
    if (typeof outcome === 'string') {
      problems.push({ line: line.number, message: outcome });
    } else if (lineOf.has(outcome.id)) {
      const first = lineOf.get(outcome.id) ?? 0;
      problems.push({
        line: line.number,
        message: `the id ${outcome.id} is taken by line ${first}`,
      });
    } else {
      lineOf.set(outcome.id, line.number);
      tasks.push(outcome);
    }
  }
  return { tasks, lines: lineOf, problems };
}

/**
 * The task of an id, with its files as absolute paths.
 * @throws FailureError `store/no-task` when there is none, with the ids that there are
 */
export async function findTask(file: string, id: string, signal?: AbortSignal): Promise<Task> {
  const { tasks, problems } = await readTasks(file, signal);
  const task = tasks.find((candidate) => candidate.id === id);
  if (task === undefined) throw failure('store', 'no-task', missingTask(file, id, tasks, problems));
  return withAbsoluteFiles(task, taskFolder(file));
}

/** The task file of a workspace. */
export function workspaceTaskFile(workspace: string): string {
  return path.join(workspace, workspaceFolder, 'tasks.jsonl');
}

const workspaceFolder = '.tool-r1';

/**
 * What the names of files in a task file start from: its folder, or the workspace for the task file of a workspace, whose
 * tasks name the files of the workspace as a person sees them.
 */
export function taskFolder(file: string): string {
  const folder = path.dirname(path.resolve(file));
  return path.basename(folder) === workspaceFolder ? path.dirname(folder) : folder;
}

/** A task's files are named from the folder of its task file; this makes them absolute. */
export function withAbsoluteFiles(task: Task, folder: string): Task {
  return { ...task, files: task.files.map((name) => path.resolve(folder, name)) };
}

/**
 * Adds a task to the end of a file, which is made when it is not there.
 * @throws FailureError at boundary `store`
 */
export async function appendTask(file: string, task: Task): Promise<void> {
  const writer = await JsonLinesWriter.open(file);
  try {
    await writer.append(task);
  } finally {
    await writer.close();
  }
}

function readTask(line: Line): Task | string | null {
  if (line.text === null) return line.problem;
  if (line.text.trim() === '') return null;
  const parsed = parseJson(Task, line.text);
  return parsed.ok ? parsed.value : parsed.problem;
}

const mostNamed = 20;

function missingTask(
  file: string,
  id: string,
  tasks: readonly Task[],
  problems: readonly TaskProblem[],
): string {
  const ids = tasks.slice(0, mostNamed).map((task) => task.id);
  const more = tasks.length > mostNamed ? ` and ${tasks.length - mostNamed} more` : '';
  const has = ids.length === 0 ? 'It has no readable task.' : `It has: ${ids.join(', ')}${more}.`;
  const broken = problems
    .slice(0, 3)
    .map((problem) => ` Line ${problem.line}: ${problem.message}.`)
    .join('');
  return `${file} has no task ${id}. ${has}${broken}`;
}
