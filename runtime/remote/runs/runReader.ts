// Reads the files of one run on this computer, its own folder or the mirror of one, and keeps what views are made of. Each reading
// takes only what is new.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type * as z from 'zod';
import { Task } from '../../contract/task.ts';
import {
  GpuRecord,
  GroupRecord,
  RunFolderEvent,
  TrainStepMetrics,
  type RunJob,
  type RunStatus,
} from '../../contract/training/runFolder.ts';
import { readJob, readStatus } from '../../store/runs/readRun.ts';
import { runFiles } from '../../store/runs/runFiles.ts';
import { systemCode } from '../../support/errors.ts';
import { parseJson } from '../../support/parseJson.ts';
import { MetricTable } from './metricTable.ts';
import type { QueueTask } from './queueRow.ts';
import { firstLines } from './firstLines.ts';
import { TailedFile } from './tailedFile.ts';
import { Visits } from './visits.ts';

/** `listed` reads what a list shows, `opened` what a page shows. */
export type Depth = 'listed' | 'opened';

export interface RunNews {
  readonly isChanged: boolean;
  readonly steps: readonly TrainStepMetrics[];
  readonly events: readonly RunFolderEvent[];
  readonly gpus: readonly GpuRecord[];
}

/** A train step has about 2 kB of metrics; the first ten and the last ten are listed. */
const listedBytes = 32_000;
const eventBytes = 256_000;
const mostEvents = 200;
/** A quarter of an hour. */
const mostGpuRecords = 60;
const gpuBytes = 64_000;

export class RunReader {
  readonly folder: string;
  readonly #depth: Depth;
  readonly #metrics: TailedFile;
  readonly #events: TailedFile;
  readonly #groups: TailedFile;
  readonly #tasks: TailedFile;
  readonly #gpus: TailedFile;
  readonly #stamps = new Map<string, string>();
  #job: RunJob | null = null;
  #status: RunStatus | null = null;
  #table = new MetricTable();
  #visits = new Visits();
  #taskList: QueueTask[] = [];
  #eventList: RunFolderEvent[] = [];
  #gpuList: GpuRecord[] = [];

  constructor(folder: string, depth: Depth) {
    this.folder = folder;
    this.#depth = depth;
    this.#metrics = new TailedFile(
      path.join(folder, 'metrics.jsonl'),
      depth === 'listed' ? listedBytes : null,
    );
    this.#events = new TailedFile(path.join(folder, 'events.jsonl'), eventBytes);
    this.#groups = new TailedFile(path.join(folder, 'groups.jsonl'));
    this.#tasks = new TailedFile(path.join(folder, 'tasks.jsonl'));
    this.#gpus = new TailedFile(path.join(folder, 'gpu.jsonl'), gpuBytes);
  }

  /** Null while the folder holds no run. */
  get job(): RunJob | null {
    return this.#job;
  }

  get status(): RunStatus | null {
    return this.#status;
  }

  get table(): MetricTable {
    return this.#table;
  }

  get visits(): Visits {
    return this.#visits;
  }

  get tasks(): readonly QueueTask[] {
    return this.#taskList;
  }

  /** The newest, oldest first. */
  get events(): readonly RunFolderEvent[] {
    return this.#eventList;
  }

  get gpus(): readonly GpuRecord[] {
    return this.#gpuList;
  }

  /** Bytes of metrics.jsonl that are in. */
  get readBytes(): number {
    return this.#metrics.position;
  }

  /**
   * @throws HumanError when run.json or status.json cannot be read
   * @throws FailureError at boundary `store`
   */
  async refresh(): Promise<RunNews> {
    const isReplaced = await this.#readSmallFiles();
    const steps = await this.#readSteps();
    const events = this.#depth === 'opened' ? await this.#readEvents() : [];
    const hasMore = this.#depth === 'opened' && (await this.#readQueue());
    const gpus = this.#depth === 'opened' ? await this.#readCards() : [];
    const isChanged = isReplaced || hasMore || steps.length + events.length + gpus.length > 0;
    return { isChanged, steps, events, gpus };
  }

  async #readSmallFiles(): Promise<boolean> {
    const files = runFiles(this.folder);
    const isNewJob = await this.#isReplaced(files.job);
    if (isNewJob) this.#job = await readJob(this.folder);
    const isNewStatus = await this.#isReplaced(files.status);
    if (isNewStatus) this.#status = await readStatus(this.folder);
    return isNewJob || isNewStatus;
  }

  async #isReplaced(file: string): Promise<boolean> {
    const stamp = await stampOf(file);
    if (stamp === null || stamp === this.#stamps.get(file)) return false;
    this.#stamps.set(file, stamp);
    return true;
  }

  async #readSteps(): Promise<TrainStepMetrics[]> {
    const { lines, isAnew } = await this.#metrics.read();
    if (isAnew) this.#table = new MetricTable();
    const steps = records(TrainStepMetrics, lines);
    for (const step of [...(await this.#firstSteps()), ...steps]) this.#table.take(step);
    return steps;
  }

  /** Those before the end of a long file, of which a list reads nothing else. */
  async #firstSteps(): Promise<TrainStepMetrics[]> {
    if (this.#depth === 'opened' || this.#table.lines.length > 0) return [];
    const file = path.join(this.folder, 'metrics.jsonl');
    return records(TrainStepMetrics, await firstLines(file, listedBytes));
  }

  async #readEvents(): Promise<RunFolderEvent[]> {
    const { lines, isAnew } = await this.#events.read();
    const events = records(RunFolderEvent, lines);
    this.#eventList = [...(isAnew ? [] : this.#eventList), ...events].slice(-mostEvents);
    return events;
  }

  async #readQueue(): Promise<boolean> {
    const groups = await this.#groups.read();
    if (groups.isAnew) this.#visits = new Visits();
    for (const group of records(GroupRecord, groups.lines)) this.#visits.take(group);
    const tasks = await this.#tasks.read();
    const known = tasks.isAnew ? [] : this.#taskList;
    this.#taskList = [...known, ...records(Task, tasks.lines).map(asQueueTask)];
    return groups.lines.length + tasks.lines.length > 0;
  }

  async #readCards(): Promise<GpuRecord[]> {
    const { lines } = await this.#gpus.read();
    const gpus = records(GpuRecord, lines);
    this.#gpuList = [...this.#gpuList, ...gpus].slice(-mostGpuRecords);
    return gpus;
  }
}

/** A task has more than a queue shows, and a run has many. */
function asQueueTask({ id, question, files }: Task): QueueTask {
  return { id, question, files };
}

/** Lines that a crash of their writer left unreadable are passed over: what follows them counts. */
function records<Schema extends z.ZodType>(
  schema: Schema,
  lines: readonly string[],
): z.output<Schema>[] {
  return lines.flatMap((line) => {
    const parsed = parseJson(schema, line);
    return parsed.ok ? [parsed.value] : [];
  });
}

async function stampOf(file: string): Promise<string | null> {
  try {
    const { mtimeMs, size, ino } = await stat(file);
    return `${mtimeMs} ${size} ${ino}`;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return null;
    throw error;
  }
}
