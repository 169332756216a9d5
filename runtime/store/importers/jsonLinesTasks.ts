// Tasks from JSON Lines: one object a line.
import * as z from 'zod';
import type { Task } from '../../contract/task.ts';
import { parseJson } from '../../support/parseJson.ts';
import { readLines } from '../lineReader.ts';
import { note, type ImportedTasks } from './importedTasks.ts';
import { formatName, kindOf, taskOfObject, type ObjectKind } from './taskObject.ts';

const AnyObject = z.record(z.string(), z.unknown());

/** @throws FailureError at boundary `store` when the file cannot be read */
export async function jsonLinesTasks(file: string, signal: AbortSignal): Promise<ImportedTasks> {
  const tasks: Task[] = [];
  const problems: ImportedTasks['problems'][number][] = [];
  const kinds: ObjectKind[] = [];
  for await (const line of readLines(file, { signal })) {
    if (line.text?.trim() === '') continue;
    const parsed = line.text === null ? null : parseJson(AnyObject, line.text);
    if (!parsed?.ok) {
      problems.push(note(line.number, parsed?.problem ?? line.problem ?? 'not text'));
      continue;
    }
    const kind = kindOf(parsed.value);
    const task = taskOfObject(file, kind, parsed.value);
    kinds.push(kind);
    if (typeof task === 'string') problems.push(note(line.number, task));
    else tasks.push(task);
  }
  return { format: formatName(kinds, 'JSON Lines'), tasks, problems };
}
