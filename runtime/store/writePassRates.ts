// Writes pass rates into a file of tasks. Everything else in it stays as it is, also what somebody wrote in the meantime.
import path from 'node:path';
import * as z from 'zod';
import type { TaskPassRate } from '../contract/task.ts';
import { parseJson } from '../support/parseJson.ts';
import { replaceFile } from './atomicFile.ts';
import { readLines } from './lineReader.ts';
import { taskFolder } from './taskStore.ts';

/** A line as it is written, with its keys in their order. */
const Line = z.record(z.string(), z.unknown());
type Line = z.infer<typeof Line>;
const Id = z.string();
const Files = z.array(z.string());

/**
 * Replaces the file whole.
 * @param passRates by the id of the task; other tasks keep theirs
 * @throws FailureError at boundary `store`
 */
export async function writePassRates(
  file: string,
  passRates: ReadonlyMap<string, TaskPassRate>,
  signal: AbortSignal,
): Promise<void> {
  const lines: string[] = [];
  for await (const { text } of readLines(file, { signal }))
    lines.push(withPassRate(text ?? '', passRates));
  await replaceFile(
    file,
    lines.map((line) => `${line}\n`),
  );
}

function withPassRate(text: string, passRates: ReadonlyMap<string, TaskPassRate>): string {
  const parsed = parseJson(Line, text);
  const passRate = parsed.ok ? passRates.get(idOf(parsed.value)) : undefined;
  return !parsed.ok || passRate === undefined
    ? text
    : JSON.stringify({ ...parsed.value, passRate });
}

function idOf(line: Line): string {
  return Id.safeParse(line['id']).data ?? '';
}

/**
 * Copies some tasks of a file into another, with their files named from where that one lies.
 * @throws FailureError at boundary `store`
 */
export async function copyTasks(
  file: string,
  ids: ReadonlySet<string>,
  target: string,
  signal: AbortSignal,
): Promise<void> {
  const lines: string[] = [];
  for await (const { text } of readLines(file, { signal })) {
    const parsed = parseJson(Line, text ?? '');
    if (!parsed.ok || !ids.has(idOf(parsed.value))) continue;
    lines.push(
      `${JSON.stringify(movedTask(parsed.value, taskFolder(file), taskFolder(target)))}\n`,
    );
  }
  await replaceFile(target, lines);
}

function movedTask(task: Line, from: string, to: string): Line {
  const files = Files.safeParse(task['files']);
  if (!files.success || from === to) return task;
  const moved = files.data.map((name) => relativeName(path.resolve(from, name), to, name));
  return { ...task, files: moved };
}

/** Absolute names stay, and on Windows those on another drive. */
function relativeName(absolute: string, to: string, name: string): string {
  if (path.isAbsolute(name)) return name;
  const relative = path.relative(to, absolute);
  return path.isAbsolute(relative) ? relative : relative.replaceAll(path.sep, '/');
}
