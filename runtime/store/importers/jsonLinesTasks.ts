// Tasks from JSON Lines: our own, GAIA's metadata.jsonl, or any with a question in each line.
import path from 'node:path';
import * as z from 'zod';
import { Task } from '../../contract/task.ts';
import { check, parseJson } from '../../support/parseJson.ts';
import { readLines } from '../lineReader.ts';
import { taskFolder, withAbsoluteFiles } from '../taskStore.ts';
import { note, type ImportedTasks } from './importedTasks.ts';
import { findFields, taskFrom } from './taskFields.ts';

const AnyObject = z.record(z.string(), z.unknown());
/** The keys of GAIA's metadata.jsonl (huggingface.co/datasets/gaia-benchmark/GAIA). */
const GaiaLine = z.looseObject({ task_id: z.string(), Question: z.string(), Level: z.unknown() });

type LineKind = 'ours' | 'gaia' | 'other';

const formats: Readonly<Record<LineKind, string>> = {
  ours: 'Tool-R1 tasks',
  gaia: 'GAIA metadata',
  other: 'JSON Lines',
};

/** @throws FailureError at boundary `store` when the file cannot be read */
export async function jsonLinesTasks(file: string, signal: AbortSignal): Promise<ImportedTasks> {
  const tasks: Task[] = [];
  const problems: ImportedTasks['problems'][number][] = [];
  const kinds = new Map<LineKind, number>();
  for await (const line of readLines(file, { signal })) {
    if (line.text?.trim() === '') continue;
    const parsed = line.text === null ? null : parseJson(AnyObject, line.text);
    if (!parsed?.ok) {
      problems.push(note(line.number, parsed?.problem ?? line.problem ?? 'not text'));
      continue;
    }
    const kind = kindOf(parsed.value);
    const task = taskOf(file, kind, parsed.value);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    if (typeof task === 'string') problems.push(note(line.number, task));
    else tasks.push(task);
  }
  const [[most] = ['other' as const]] = [...kinds].sort((a, b) => b[1] - a[1]);
  return { format: formats[most], tasks, problems };
}

function kindOf(value: Readonly<Record<string, unknown>>): LineKind {
  if (value['version'] === 1 && typeof value['id'] === 'string') return 'ours';
  return GaiaLine.safeParse(value).success ? 'gaia' : 'other';
}

function taskOf(
  file: string,
  kind: LineKind,
  value: Readonly<Record<string, unknown>>,
): Task | string {
  const folder = path.dirname(file);
  if (kind === 'ours') {
    const task = check(Task, value);
    return task.ok ? withAbsoluteFiles(task.value, taskFolder(file)) : task.problem;
  }
  const source = kind === 'gaia' ? 'gaia' : path.basename(file);
  const origin = { folder, prefix: kind === 'gaia' ? 'gaia' : 'task', source };
  return taskFrom(value, findFields(Object.keys(value)), origin);
}
