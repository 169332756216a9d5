// `tool-r1 train --stop FOLDER`: asks a run to stop and waits until nothing of it lives.
import { hasEnded, isSupervised, readJob, readStatus } from '../store/runs/readRun.ts';
import { askToStop } from '../store/runs/stopRun.ts';
import { fromNow } from '../store/runs/watchRun.ts';
import { HumanError } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import type { ExitCode } from './exitCodes.ts';
import { watchToTheEnd } from './trainWatch.ts';

export interface StopOptions {
  readonly folder: string;
  /** Without waiting for the train step. */
  readonly now: boolean;
  readonly json: boolean;
}

/** Ctrl+C ends the waiting; the run stops all the same. @throws HumanError when it does not run */
export async function trainStop(
  context: CommandContext,
  { folder, now, json }: StopOptions,
): Promise<ExitCode> {
  const job = await readJob(folder);
  const status = await readStatus(folder);
  if (status === null || hasEnded(status) || !isSupervised(status)) {
    throw new HumanError(
      `The run in ${folder} does not go on (${status?.state ?? 'not started'}).`,
    );
  }
  const start = await fromNow(folder);
  await askToStop(folder, now ? 'now' : 'after-step');
  return watchToTheEnd(context, { folder, job, start, json }, context.interrupts.signal);
}
