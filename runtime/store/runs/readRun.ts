// Reads what a training run is and how it stands.
import { readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { RunJob, RunStatus, type RunState } from '../../contract/training/runFolder.ts';
import { HumanError, systemCode } from '../../support/errors.ts';
import { parseJson } from '../../support/parseJson.ts';
import { isWriterAlive } from '../../support/writerProcess.ts';
import { readFailure } from '../storeErrors.ts';
import { runFiles, runsFolder } from './runFiles.ts';

/**
 * @throws HumanError when the folder holds no run, or one that cannot be read
 * @throws FailureError at boundary `store`
 */
export async function readJob(folder: string): Promise<RunJob> {
  const file = runFiles(folder).job;
  const text = await readIfThere(file);
  if (text === null) {
    throw new HumanError(`${folder} holds no training run. Name the folder that has run.json.`);
  }
  const parsed = parseJson(RunJob, text);
  if (parsed.ok) return parsed.value;
  throw new HumanError(`${file} is not a training run: ${parsed.problem}`);
}

/**
 * Null before the supervisor's first heartbeat.
 * @throws HumanError when it cannot be read
 * @throws FailureError at boundary `store`
 */
export async function readStatus(folder: string): Promise<RunStatus | null> {
  const file = runFiles(folder).status;
  const text = await readIfThere(file);
  if (text === null) return null;
  const parsed = parseJson(RunStatus, text);
  if (parsed.ok) return parsed.value;
  throw new HumanError(`${file} is not the status of a run: ${parsed.problem}`);
}

const endStates: ReadonlySet<RunState> = new Set(['stopped', 'crashed', 'done']);

export function hasEnded({ state }: RunStatus): boolean {
  return endStates.has(state);
}

/** False when its supervisor was started on this machine and is gone. Of another machine's nothing is known from here. */
export function isSupervised({ supervisorPid: pid, host }: RunStatus): boolean {
  return host !== hostname() || isWriterAlive({ pid, host });
}

/** The train step of the newest checkpoint that is whole; null where there is none. */
export async function newestCheckpoint(folder: string): Promise<number | null> {
  const { checkpoints } = runFiles(folder);
  const names = await namesIn(checkpoints);
  const whole = await Promise.all(
    names.map(async (name) => {
      const step = /^checkpoint-(\d+)$/.exec(name)?.[1];
      if (step === undefined) return -1;
      const inside = await namesIn(path.join(checkpoints, name));
      return inside.includes('rollout_state.jsonl') ? Number(step) : -1;
    }),
  );
  const newest = Math.max(-1, ...whole);
  return newest < 0 ? null : newest;
}

/**
 * The newest run of a workspace. Their names begin with the moment of their making.
 * @throws HumanError when there is none
 */
export async function newestRun(workspace: string): Promise<string> {
  const folder = runsFolder(workspace);
  const name = (await namesIn(folder))
    .filter((one) => !one.endsWith('.new'))
    .sort()
    .at(-1);
  if (name === undefined) {
    throw new HumanError(`There is no run below ${folder}. Name the folder of one with --out.`);
  }
  return path.join(folder, name);
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return [];
    throw readFailure(folder, error);
  }
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return null;
    throw readFailure(file, error);
  }
}
