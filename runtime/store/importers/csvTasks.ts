// Tasks from a table with a head line: CSV with commas, semicolons or tabs.
import papaparse from 'papaparse';
import path from 'node:path';
import type { Task } from '../../contract/task.ts';
import { HumanError } from '../../support/errors.ts';
import { note, type ImportedTasks } from './importedTasks.ts';
import { findFields, taskFrom } from './taskFields.ts';

/** @throws HumanError when the table has no column of questions */
export function csvTasks(file: string, text: string): ImportedTasks {
  const table = papaparse.parse<string[]>(text, {
    delimitersToGuess: [',', ';', '\t'],
    skipEmptyLines: false,
  });
  const [head = [], ...rows] = table.data;
  const fields = findFields(head);
  if (!fields.has('question')) {
    throw new HumanError(
      `${file} has no column of questions. Name one of its columns "question"; others may be "files", "answer", "level" and "id".`,
    );
  }
  const origin = { folder: path.dirname(file), prefix: 'task', source: path.basename(file) };
  const lines = lineNumbers(table.data, text);
  const tasks: Task[] = [];
  const problems: ImportedTasks['problems'][number][] = [];
  for (const [index, row] of rows.entries()) {
    if (row.every((cell) => cell.trim() === '')) continue;
    const values = Object.fromEntries(head.map((name, column) => [name, row[column] ?? '']));
    const task = taskFrom(values, fields, origin);
    const line = lines[index + 1] ?? index + 2;
    if (typeof task === 'string') problems.push(note(line, task));
    else tasks.push(task);
  }
  return { format: 'CSV', tasks, problems };
}

/** Line of the file that each row starts at: quoted cells may hold line ends. */
function lineNumbers(rows: readonly (readonly string[])[], text: string): number[] {
  const end = text.includes('\r\n') ? '\r\n' : text.includes('\n') ? '\n' : '\r';
  const numbers: number[] = [];
  let line = 1;
  for (const row of rows) {
    numbers.push(line);
    line += 1;
    for (const cell of row) line += cell.split(end).length - 1;
  }
  return numbers;
}
