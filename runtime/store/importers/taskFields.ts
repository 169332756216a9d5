// Turns the columns or keys of foreign task files into tasks: the names that they usually have, ignoring case and spaces.
import path from 'node:path';
import { Task } from '../../contract/task.ts';
import { check } from '../../support/parseJson.ts';
import { taskId } from './taskId.ts';

type Field = 'id' | 'question' | 'files' | 'answer' | 'level';

const spellings: Readonly<Record<Field, readonly string[]>> = {
  id: ['id', 'taskid', 'task', 'key', 'uid'],
  question: ['question', 'prompt', 'query', 'instruction', 'problem', 'input', 'text'],
  files: ['files', 'file', 'filename', 'filenames', 'filepath', 'path', 'paths', 'attachments'],
  answer: [
    'referenceanswer',
    'answer',
    'finalanswer',
    'expected',
    'expectedanswer',
    'groundtruth',
    'target',
    'solution',
  ],
  level: ['level', 'difficulty'],
};

/** `final_answer`, `Final answer` and `finalAnswer` are one name. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_.-]/g, '');
}

/** The key that holds each field, among those that a file has. */
export function findFields(names: readonly string[]): ReadonlyMap<Field, string> {
  const found = new Map<Field, string>();
  for (const [field, spelled] of Object.entries(spellings) as [Field, readonly string[]][]) {
    for (const spelling of spelled) {
      const name = names.find((one) => plainName(one) === spelling);
      if (name === undefined) continue;
      found.set(field, name);
      break;
    }
  }
  return found;
}

export interface TaskOrigin {
  /** Folder that names of files start from. */
  readonly folder: string;
  /** Start of ids that have to be made. */
  readonly prefix: string;
  readonly source: string;
}

/** A task, or what is wrong as the rest of a sentence. */
export function taskFrom(
  values: Readonly<Record<string, unknown>>,
  fields: ReadonlyMap<Field, string>,
  origin: TaskOrigin,
): Task | string {
  const value = (field: Field): unknown => values[fields.get(field) ?? ''];
  const question = textOf(value('question')) ?? '';
  if (question.trim() === '') return 'there is no question';
  const known = new Set(fields.values());
  const rest = Object.entries(values).filter(([key]) => key !== '' && !known.has(key));
  const task = check(Task, {
    version: 1,
    id: taskId(textOf(value('id')), origin.prefix, question),
    question,
    files: fileNames(value('files')).map((name) => path.resolve(origin.folder, name)),
    referenceAnswer: answerOf(value('answer')),
    level: levelOf(value('level')),
    source: origin.source,
    metadata: Object.fromEntries(rest),
  });
  return task.ok ? task.value : task.problem;
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

/** An empty cell, and GAIA's `?` of its hidden test set, stand for an answer that is not known. */
function answerOf(value: unknown): string | null {
  const text = textOf(value) ?? '';
  return text.trim() === '' || text.trim() === '?' ? null : text;
}

function levelOf(value: unknown): number | null {
  const number = Number(textOf(value) ?? '');
  return [1, 2, 3].includes(number) ? number : null;
}

/** A list, or names in one cell parted by semicolons, bars or line breaks. */
function fileNames(value: unknown): string[] {
  const names = Array.isArray(value) ? value.map(textOf) : (textOf(value)?.split(/[;|\n]/) ?? []);
  return names.flatMap((name) => (name === null || name.trim() === '' ? [] : [name.trim()]));
}
