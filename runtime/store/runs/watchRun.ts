// Looks on at a training run through the files of its folder, until it ends or its supervisor is gone. It changes nothing.
import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type * as z from 'zod';
import { RunFolderEvent, TrainStepMetrics } from '../../contract/training/runFolder.ts';
import type { RunStatus } from '../../contract/training/runFolder.ts';
import { isAbort, systemCode } from '../../support/errors.ts';
import { parseJson } from '../../support/parseJson.ts';
import { readFailure } from '../storeErrors.ts';
import { LineTail } from './lineTail.ts';
import { hasEnded, isSupervised, readStatus } from './readRun.ts';
import { runFiles } from './runFiles.ts';

export interface RunListener {
  onStatus(status: RunStatus): void;
  onStep(step: TrainStepMetrics): void;
  onEvent(event: RunFolderEvent): void;
  /** A line that cannot be read, for a person. */
  onProblem(problem: string): void;
}

/** Bytes of the files of lines that are not told. */
export interface WatchStart {
  readonly events: number;
  readonly metrics: number;
}

export const fromTheBeginning: WatchStart = { events: 0, metrics: 0 };

/** Tells nothing of what is there already. @throws FailureError at boundary `store` */
export async function fromNow(folder: string): Promise<WatchStart> {
  const { events, metrics } = runFiles(folder);
  return { events: await sizeOf(events), metrics: await sizeOf(metrics) };
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return 0;
    throw readFailure(file, error);
  }
}

export type WatchEnding =
  | { readonly kind: 'ended'; readonly status: RunStatus }
  /** The supervisor was killed, so nothing of the run lives any more. */
  | { readonly kind: 'lost'; readonly status: RunStatus }
  /** `signal` was aborted; the run goes on. */
  | { readonly kind: 'left' };

export interface WatchOptions {
  readonly start: WatchStart;
  readonly pollMilliseconds: number;
  readonly signal: AbortSignal;
}

/**
 * Resolves when the run has ended and everything was told.
 * @throws FailureError at boundary `store` when a file cannot be read
 */
export async function watchRun(
  folder: string,
  listener: RunListener,
  { start, pollMilliseconds, signal }: WatchOptions,
): Promise<WatchEnding> {
  const files = runFiles(folder);
  const events = new LineTail(files.events, start.events);
  const metrics = new LineTail(files.metrics, start.metrics);
  while (!signal.aborted) {
    // The status first: what it tells was written before it.
    const status = await readStatus(folder);
    tellLines(await events.read(), RunFolderEvent, (event) => listener.onEvent(event), listener);
    tellLines(await metrics.read(), TrainStepMetrics, (step) => listener.onStep(step), listener);
    if (status !== null) {
      listener.onStatus(status);
      if (hasEnded(status)) return { kind: 'ended', status };
      if (!isSupervised(status)) return await lostOrEnded(folder, status);
    }
    await pause(pollMilliseconds, signal);
  }
  return { kind: 'left' };
}

/** It may have ended well since its status was read. */
async function lostOrEnded(folder: string, before: RunStatus): Promise<WatchEnding> {
  const status = (await readStatus(folder)) ?? before;
  return { kind: hasEnded(status) ? 'ended' : 'lost', status };
}

/** Tells each line that can be read, and of each that cannot that it is left out. */
export function tellLines<Schema extends z.ZodType>(
  lines: readonly string[],
  schema: Schema,
  take: (value: z.output<Schema>) => void,
  listener: RunListener,
): void {
  for (const line of lines) {
    const parsed = parseJson(schema, line);
    if (parsed.ok) take(parsed.value);
    else listener.onProblem(`A line of the run cannot be read and is left out: ${parsed.problem}`);
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(milliseconds, undefined, { signal });
  } catch (error) {
    if (!isAbort(error)) throw error;
  }
}
