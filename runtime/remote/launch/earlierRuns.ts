// What runs of a machine tell about a new one: how long their train steps took, and which of them are before it in the line.
import path from 'node:path';
import {
  RunJob,
  RunStatus,
  TrainStepMetrics,
  type RunState,
} from '../../contract/training/runFolder.ts';
import { parseJson } from '../../support/parseJson.ts';
import { rolloutsPerStep } from '../estimate/diskEstimate.ts';
import type { EarlierRun } from '../estimate/timeEstimate.ts';
import type { MachineLink, RemotePath } from '../link/machineLink.ts';

export interface RunsThere {
  /** Of the same model, on the same kind of device. */
  readonly earlier: readonly EarlierRun[];
  /** Names of runs that hold cards of the wish or wait for them. */
  readonly before: readonly string[];
}

export interface RunsQuestion {
  /** Holds the runs. */
  readonly folder: RemotePath;
  /** Last part of the model's folder, without what makes it unique. */
  readonly model: string;
  readonly device: RunJob['device'];
  readonly gpus: readonly number[];
}

const live: ReadonlySet<RunState> = new Set(['queued', 'starting', 'running', 'stopping']);
/** Of the metrics of each run: the last few hundred train steps. */
const tailBytes = 400_000;

/** Two round trips. */
export async function runsThere(
  link: MachineLink,
  question: RunsQuestion,
  signal: AbortSignal,
): Promise<RunsThere> {
  const jobs = await readAll(link, question.folder, signal);
  const alike = [...jobs].filter(([, { job }]) => isAlike(job, question));
  const followed = alike.map(([folder]) => ({
    path: path.posix.join(folder, 'metrics.jsonl'),
    from: 0,
    limit: tailBytes,
    tailOnly: true,
  }));
  const { growth } = await link.look({ folders: [], files: [], followed, pids: [] }, signal);
  const texts = new Map(
    growth.map(({ path: file, bytes }) => [
      path.posix.dirname(file),
      Buffer.from(bytes).toString(),
    ]),
  );
  return {
    earlier: alike.map(([folder, { job }]) => ({
      name: path.posix.basename(folder),
      secondsOfSteps: secondsOf(texts.get(folder) ?? ''),
      rolloutsPerStep: job.recipe.training === undefined ? 1 : rolloutsPerStep(job.recipe.training),
    })),
    before: [...jobs]
      .filter(([, { job, state }]) => isBefore(job, state, question))
      .map(([folder]) => path.posix.basename(folder)),
  };
}

interface KnownRun {
  readonly job: RunJob;
  readonly state: RunState | null;
}

async function readAll(
  link: MachineLink,
  folder: RemotePath,
  signal: AbortSignal,
): Promise<ReadonlyMap<RemotePath, KnownRun>> {
  const pattern = (name: string) => ({ path: path.posix.join(folder, '*', name), stamp: null });
  const files = [pattern('run.json'), pattern('status.json')];
  const found = await link.look({ folders: [], files, followed: [], pids: [] }, signal);
  const texts = new Map(found.files.map(({ path: file, text }) => [file, text]));
  const runs = new Map<RemotePath, KnownRun>();
  for (const [file, text] of texts) {
    const job = path.posix.basename(file) === 'run.json' ? parseJson(RunJob, text) : null;
    if (job?.ok !== true) continue;
    const at = path.posix.dirname(file);
    const status = parseJson(RunStatus, texts.get(path.posix.join(at, 'status.json')) ?? '');
    runs.set(at, { job: job.value, state: status.ok ? status.value.state : null });
  }
  return runs;
}

/** A model that was sent has a name with its hash behind. */
function isAlike({ model, device }: RunJob, question: RunsQuestion): boolean {
  const name = path.posix.basename(model).replace(/-[0-9a-f]{12}$/, '');
  return device === question.device && name === question.model;
}

function isBefore({ processes }: RunJob, state: RunState | null, { gpus }: RunsQuestion): boolean {
  if (state === null || !live.has(state)) return false;
  return processes.queue?.gpus.some((gpu) => gpus.includes(gpu)) ?? false;
}

/** The first train step of a run fills queues and warms up, so it is left out when there are others. */
function secondsOf(text: string): number[] {
  const seconds = text.split('\n').flatMap((line) => {
    const parsed = parseJson(TrainStepMetrics, line);
    const value = parsed.ok ? parsed.value.metrics['seconds/step'] : null;
    return value === null || value === undefined ? [] : [value];
  });
  return seconds.length > 1 ? seconds.slice(1) : seconds;
}
