// What the command "Run Agent..." was called with: nothing from the palette, files from the Explorer or an editor's title, a
// task or a question from the tree and the walkthrough.
import * as z from 'zod';
import { Task } from '../../runtime/contract/task.ts';
import { type Checked, check } from '../support/check.ts';

export interface RunWish {
  /** Null asks the person. */
  readonly question: string | null;
  /** Absolute paths. */
  readonly files: readonly string[];
  /** Null takes the folder of the first file. */
  readonly workspace: string | null;
  readonly task: Task | null;
  /** Null takes the chosen one. */
  readonly model: string | null;
}

const Argument = z.object({
  task: Task.nullable().default(null),
  question: z.string().trim().min(1).nullable().default(null),
  files: z.array(z.string()).default([]),
  workspace: z.string().nullable().default(null),
  model: z.string().min(1).nullable().default(null),
});

export function wishForFiles(files: readonly string[]): RunWish {
  return { question: null, files, workspace: null, task: null, model: null };
}

/** @param argument what another part of the extension handed over */
export function readRunWish(argument: unknown): Checked<RunWish> {
  const given = check(Argument, argument);
  if (!given.ok) return given;
  const { task, question } = given.value;
  return { ok: true, value: { ...given.value, question: question ?? task?.question ?? null } };
}
