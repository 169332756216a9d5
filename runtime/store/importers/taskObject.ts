// A task from one object of a foreign file, whatever the file: our own, a row of ToolRL, GAIA's, or any with a question.
import path from 'node:path';
import * as z from 'zod';
import { Task } from '../../contract/task.ts';
import { check } from '../../support/parseJson.ts';
import { taskFolder, withAbsoluteFiles } from '../taskStore.ts';
import { findFields, taskFrom } from './taskFields.ts';
import { isToolRlRow, toolRlTask } from './toolRlRows.ts';

/** The keys of GAIA's metadata.jsonl (huggingface.co/datasets/gaia-benchmark/GAIA). */
const GaiaObject = z.looseObject({ task_id: z.string(), Question: z.string(), Level: z.unknown() });

export type ObjectKind = 'ours' | 'gaia' | 'toolrl' | 'other';

export type TaskObject = Readonly<Record<string, unknown>>;

export function kindOf(value: TaskObject): ObjectKind {
  if (value['version'] === 1 && typeof value['id'] === 'string') return 'ours';
  if (isToolRlRow(value)) return 'toolrl';
  return GaiaObject.safeParse(value).success ? 'gaia' : 'other';
}

/** The task, or what is wrong as the rest of a sentence. */
export function taskOfObject(file: string, kind: ObjectKind, value: TaskObject): Task | string {
  if (kind === 'ours') {
    const task = check(Task, value);
    return task.ok ? withAbsoluteFiles(task.value, taskFolder(file)) : task.problem;
  }
  const row = kind === 'toolrl' ? toolRlTask(value) : null;
  if (row !== null) return row;
  const source = kind === 'gaia' ? 'gaia' : path.basename(file);
  const prefix = kind === 'gaia' ? 'gaia' : 'task';
  const origin = { folder: path.dirname(file), prefix, source };
  return taskFrom(value, findFields(Object.keys(value)), origin);
}

/** What most of the objects of a file are, by the name that a person knows; `other` is what the file is called then. */
export function formatName(kinds: Iterable<ObjectKind>, other: string): string {
  const counts = new Map<ObjectKind, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return names[most?.[0] ?? 'other'] ?? other;
}

const names: Readonly<Record<ObjectKind, string | null>> = {
  ours: 'Tool-R1 tasks',
  gaia: 'GAIA metadata',
  toolrl: 'ToolRL rows',
  other: null,
};
