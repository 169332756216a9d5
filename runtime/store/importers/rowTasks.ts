// Tasks from rows that have no lines of their own: a list in a JSON file, the rows of a Parquet table.
import * as z from 'zod';
import type { Task } from '../../contract/task.ts';
import { HumanError } from '../../support/errors.ts';
import { check, parseJson } from '../../support/parseJson.ts';
import { note, type ImportedTasks } from './importedTasks.ts';
import { formatName, kindOf, taskOfObject, type ObjectKind } from './taskObject.ts';

const AnyObject = z.record(z.string(), z.unknown());

/**
 * Tasks from a JSON file that holds a list of objects.
 * @throws HumanError for another kind of JSON
 */
export function jsonListTasks(file: string, text: string): ImportedTasks {
  const list = parseJson(z.array(z.unknown()), text.replace(/^\ufeff/, ''));
  if (list.ok) return rowTasks(file, list.value, 'JSON');
  throw new HumanError(
    `${file} is not a list of tasks in JSON: ${list.problem}. Write [{"question": ...}, ...], or one object a line in a .jsonl file.`,
  );
}

/** `format` names the file where its rows are of no known kind. Rows count from 1. */
export function rowTasks(file: string, rows: readonly unknown[], format: string): ImportedTasks {
  const tasks: Task[] = [];
  const problems: ImportedTasks['problems'][number][] = [];
  const kinds: ObjectKind[] = [];
  for (const [index, row] of rows.entries()) {
    const object = check(AnyObject, row);
    const kind = object.ok ? kindOf(object.value) : 'other';
    const task = object.ok ? taskOfObject(file, kind, object.value) : object.problem;
    kinds.push(kind);
    // Rows have no line; the file opens at its start.
    if (typeof task === 'string') problems.push(note(1, `row ${index + 1}: ${task}`));
    else tasks.push(task);
  }
  return { format: formatName(kinds, format), tasks, problems };
}
