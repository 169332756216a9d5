// Looks on at a run of a machine, through the same files as on this computer. A break of the connection is waited out: nothing is
// told twice and nothing is left out, because each file is read on from the byte where the last look ended.
import path from 'node:path';
import { RunFolderEvent, RunStatus, TrainStepMetrics } from '../../contract/training/runFolder.ts';
import { hasEnded } from '../../store/runs/readRun.ts';
import { type RunListener, tellLines, type WatchEnding } from '../../store/runs/watchRun.ts';
import { FailureError, isAbort } from '../../support/errors.ts';
import { parseJson } from '../../support/parseJson.ts';
import type { LookedAt, MachineLink } from '../link/machineLink.ts';

export interface WatchThereOptions {
  /** Resolves when it is time for the next look; rejects with an AbortError when the looking on is given up. */
  readonly pause: () => Promise<void>;
  readonly onOffline: (problem: string) => void;
  readonly signal: AbortSignal;
}

const biteBytes = 500_000;

/** @throws FailureError at boundary `remote`, but for a machine that is only away */
export async function watchThere(
  link: MachineLink,
  folder: string,
  listener: RunListener,
  options: WatchThereOptions,
): Promise<WatchEnding> {
  const events = new RemoteLines(path.posix.join(folder, 'events.jsonl'));
  const metrics = new RemoteLines(path.posix.join(folder, 'metrics.jsonl'));
  let status: RunStatus | null = null;
  while (!options.signal.aborted) {
    const seen = await lookOnce(link, { folder, events, metrics, status }, options);
    if (seen !== null) {
      const isMore = [events, metrics].map((lines) => lines.take(seen)).includes(true);
      const before: RunStatus | null = status;
      status = statusOf(seen) ?? status;
      // First, because it says how many train steps there are.
      if (status !== null) listener.onStatus(status);
      tellLines(events.lines(), RunFolderEvent, (event) => listener.onEvent(event), listener);
      tellLines(metrics.lines(), TrainStepMetrics, (step) => listener.onStep(step), listener);
      if (isMore) continue;
      const ending = endingOf(before, status, seen);
      if (ending !== null) return ending;
    }
    await options.pause().catch((error: unknown) => {
      if (!isAbort(error)) throw error;
    });
  }
  return { kind: 'left' };
}

interface Watched {
  readonly folder: string;
  readonly events: RemoteLines;
  readonly metrics: RemoteLines;
  readonly status: RunStatus | null;
}

/** Null while the machine is away. */
async function lookOnce(
  link: MachineLink,
  { folder, events, metrics, status }: Watched,
  { signal, onOffline }: WatchThereOptions,
): Promise<LookedAt | null> {
  try {
    return await link.look(
      {
        folders: [],
        files: [{ path: path.posix.join(folder, 'status.json'), stamp: null }],
        followed: [events.wish, metrics.wish],
        pids: status === null ? [] : [status.supervisorPid],
      },
      signal,
    );
  } catch (error) {
    if (isAbort(error)) return null;
    if (!(error instanceof FailureError) || error.failure.code !== 'remote/offline') throw error;
    onOffline(error.message);
    return null;
  }
}

function statusOf({ files }: LookedAt): RunStatus | null {
  const parsed = parseJson(RunStatus, files[0]?.text ?? '');
  return parsed.ok ? parsed.value : null;
}

/** The same status twice: what was written before it ended has been read by then. */
function endingOf(
  before: RunStatus | null,
  status: RunStatus | null,
  { alive }: LookedAt,
): WatchEnding | null {
  if (status === null || before === null) return null;
  if (hasEnded(status) && hasEnded(before)) return { kind: 'ended', status };
  const isGone = alive[status.supervisorPid] === false && before.at === status.at;
  return isGone && !hasEnded(status) ? { kind: 'lost', status } : null;
}

/** Whole lines of a file that grows. */
class RemoteLines {
  readonly #path: string;
  #at = 0;
  #rest = Buffer.alloc(0);

  constructor(file: string) {
    this.#path = file;
  }

  get wish(): {
    readonly path: string;
    readonly from: number;
    readonly limit: number;
    readonly tailOnly: false;
  } {
    return { path: this.#path, from: this.#at, limit: biteBytes, tailOnly: false };
  }

  /** True when there is more than came. */
  take({ growth }: LookedAt): boolean {
    const found = growth.find((one) => one.path === this.#path);
    if (found === undefined) return false;
    const isAnew = found.from < this.#at;
    this.#rest = Buffer.concat([isAnew ? Buffer.alloc(0) : this.#rest, found.bytes]);
    this.#at = found.from + found.bytes.length;
    return found.size !== null && found.size > this.#at && found.bytes.length > 0;
  }

  lines(): string[] {
    const end = this.#rest.lastIndexOf('\n');
    if (end === -1) return [];
    const whole = this.#rest.subarray(0, end).toString('utf8');
    this.#rest = this.#rest.subarray(end + 1);
    return whole.split('\n').filter((line) => line.trim() !== '');
  }
}
