// A task from what a person typed and chose. Pure; asking is addTask.ts's business.
import path from 'node:path';
import type { Task } from '../../runtime/contract/task.ts';

export interface TaskInput {
  readonly question: string;
  /** Absolute paths. */
  readonly files: readonly string[];
  /** Empty when nobody knows it. */
  readonly answer: string;
  readonly workspace: string;
  /** Told apart by it from tasks with the same words: letters and digits. */
  readonly suffix: string;
}

export function newTask({ question, files, answer, workspace, suffix }: TaskInput): Task {
  return {
    version: 1,
    id: taskId(question, suffix),
    question: question.trim(),
    files: files.map((file) => taskFileName(workspace, file)),
    referenceAnswer: answer.trim() === '' ? null : answer.trim(),
    level: null,
    source: null,
    metadata: {},
  };
}

/** The first words of the question, so that a person recognises it in file names. */
export function taskId(question: string, suffix: string): string {
  const plain = question.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  return [...words.slice(0, 5), suffix].join('-').slice(-60).replace(/^-+/, '');
}

/** Seen from the workspace folder and with `/`; a file outside of it keeps its whole path. */
export function taskFileName(workspace: string, file: string): string {
  const relative = path.relative(workspace, file);
  const isOutside = /^\.\.([\\/]|$)/.test(relative) || path.isAbsolute(relative);
  if (relative === '') return '.';
  return isOutside ? file : relative.split(path.sep).join('/');
}
