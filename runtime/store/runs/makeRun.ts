// Makes the folder of a training run, whole or not at all, and renews the part of it that a resumed run needs anew.
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Task } from '../../contract/task.ts';
import type { RunJob } from '../../contract/training/runFolder.ts';
import { HumanError, systemCode } from '../../support/errors.ts';
import { replaceFile } from '../atomicFile.ts';
import { syncFolder } from '../jsonLinesWriter.ts';
import { writeFailure } from '../storeErrors.ts';
import { runFiles } from './runFiles.ts';

export interface NewRun {
  readonly job: RunJob;
  /** With absolute paths of their files. */
  readonly tasks: readonly Task[];
}

/**
 * `folder` may be there when it is empty.
 * @throws HumanError when something is in it
 * @throws FailureError at boundary `store` when it cannot be written
 */
export async function makeRun(folder: string, { job, tasks }: NewRun): Promise<void> {
  const unfinished = `${folder}.${job.runId}.new`;
  try {
    await mkdir(unfinished, { recursive: true });
    await writeSynced(runFiles(unfinished).job, asText(job));
    await writeSynced(
      runFiles(unfinished).tasks,
      tasks.map((task) => `${JSON.stringify(task)}\n`).join(''),
    );
    await mkdir(runFiles(unfinished).logs);
    await rename(unfinished, folder);
    await syncFolder(path.dirname(folder));
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (takenCodes.has(systemCode(error) ?? '')) await refuseTakenFolder(folder);
    throw writeFailure(folder, error);
  }
}

const takenCodes = new Set(['ENOTEMPTY', 'EEXIST', 'ENOTDIR']);

/** @throws HumanError when `folder` is not free for a new run */
export async function refuseTakenFolder(folder: string): Promise<void> {
  const names = await namesIn(folder);
  if (names.length === 0) return;
  if (names.includes(path.basename(runFiles(folder).job))) {
    throw new HumanError(
      `${folder} holds a run already. Go on with it: tool-r1 train --resume --out ${folder}, or name another folder with --out.`,
    );
  }
  throw new HumanError(`${folder} is not empty. Name another folder for the run with --out.`);
}

/**
 * Replaces `processes` of run.json and nothing else.
 * @throws FailureError at boundary `store`
 */
export async function renewProcesses(folder: string, job: RunJob): Promise<void> {
  await replaceFile(runFiles(folder).job, [asText(job)]);
}

function asText(job: RunJob): string {
  return `${JSON.stringify(job, null, 2)}\n`;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    if (systemCode(error) === 'ENOTDIR') {
      throw new HumanError(`${folder} is a file. Name a folder for the run with --out.`);
    }
    throw writeFailure(folder, error);
  }
}

async function writeSynced(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
