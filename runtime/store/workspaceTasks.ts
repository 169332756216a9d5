// The task file of a workspace, `.tool-r1/tasks.jsonl`: what is in it, and adding to it or to another task file. Its tasks name
// files from the workspace, as a person sees them.
import { access } from 'node:fs/promises';
import path from 'node:path';
import type { LineNote } from '../contract/requests.ts';
import type { Task } from '../contract/task.ts';
import { FailureError } from '../support/errors.ts';
import { JsonLinesWriter } from './jsonLinesWriter.ts';
import { readTasks, taskFolder, workspaceTaskFile, type TaskList } from './taskStore.ts';

export interface StoredTask {
  readonly task: Task;
  /** Line of the task file, from 1. */
  readonly line: number;
  /** Those of its files that are not there, as the task names them. */
  readonly missingFiles: string[];
}

export interface WorkspaceTasks {
  /** Null when there is none. */
  readonly file: string | null;
  readonly tasks: readonly StoredTask[];
  readonly problems: readonly LineNote[];
}

export interface AddedTasks {
  readonly file: string;
  readonly added: string[];
  readonly alreadyThere: string[];
}

/** @throws FailureError at boundary `store` when the file is there and cannot be read */
export async function readWorkspaceTasks(
  workspace: string,
  signal?: AbortSignal,
): Promise<WorkspaceTasks> {
  const file = workspaceTaskFile(workspace);
  const list = await readIfThere(file, signal);
  if (list === null) return { file: null, tasks: [], problems: [] };
  const tasks = await Promise.all(
    list.tasks.map(async (task) => ({
      task,
      line: list.lines.get(task.id) ?? 1,
      missingFiles: await missingFiles(workspace, task),
    })),
  );
  return { file, tasks, problems: list.problems };
}

async function readIfThere(file: string, signal?: AbortSignal): Promise<TaskList | null> {
  try {
    return await readTasks(file, signal);
  } catch (error) {
    if (error instanceof FailureError && error.failure.code === 'store/no-file') return null;
    throw error;
  }
}

async function missingFiles(workspace: string, task: Task): Promise<string[]> {
  const checked = await Promise.all(
    task.files.map(async (name) => ({
      name,
      isThere: await isThere(path.resolve(workspace, name)),
    })),
  );
  return checked.flatMap(({ name, isThere: there }) => (there ? [] : [name]));
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Additions of this process come one after the other, so that none misses the ids of another. */
const adding: { last: Promise<unknown> } = { last: Promise.resolve() };

/** Adds tasks to the task file of a workspace, as `addTasks` does. */
export function addWorkspaceTasks(workspace: string, tasks: readonly Task[]): Promise<AddedTasks> {
  return addTasks(workspaceTaskFile(workspace), tasks);
}

/**
 * Adds tasks to the end of the file, which is made when it is not there; they are on disk when this resolves. A task whose
 * id is taken is left out.
 * @throws FailureError at boundary `store`
 */
export function addTasks(file: string, tasks: readonly Task[]): Promise<AddedTasks> {
  const result = adding.last.then(() => append(file, tasks));
  adding.last = result.catch(() => undefined);
  return result;
}

async function append(file: string, tasks: readonly Task[]): Promise<AddedTasks> {
  const folder = taskFolder(file);
  const taken = new Set((await readIfThere(file))?.lines.keys());
  const fresh: Task[] = [];
  const alreadyThere: string[] = [];
  for (const task of tasks) {
    if (taken.has(task.id)) alreadyThere.push(task.id);
    else fresh.push(withFilesFrom(task, folder));
    taken.add(task.id);
  }
  if (fresh.length > 0) await appendAll(file, fresh);
  return { file, added: fresh.map(({ id }) => id), alreadyThere };
}

async function appendAll(file: string, tasks: readonly Task[]): Promise<void> {
  const writer = await JsonLinesWriter.open(file);
  try {
    await Promise.all(tasks.map((task) => writer.append(task)));
  } finally {
    await writer.close();
  }
}

/** Files below the folder are named from it, with `/` on every platform; others stay absolute. */
function withFilesFrom(task: Task, folder: string): Task {
  return { ...task, files: task.files.map((name) => nameFrom(name, folder)) };
}

function nameFrom(name: string, folder: string): string {
  if (!path.isAbsolute(name)) return name;
  const relative = path.relative(folder, name);
  const isInside = relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
  return isInside ? relative.split(path.sep).join('/') : name;
}
