// Opens trajectory files of any size: an index of where each trajectory's records lie, kept up to date while the file
// grows, and the records of one trajectory on request. Never holds the whole file. Writing is trajectoryStore.ts.
import { open, stat } from 'node:fs/promises';
import { TrajectoryRecord, type Trajectory } from '../contract/trajectory.ts';
import { failure } from '../support/errors.ts';
import { parseJson } from '../support/parseJson.ts';
import { assembleTrajectory } from './assembleTrajectory.ts';
import { readAt } from './lineBlocks.ts';
import { readLines, type Line } from './lineReader.ts';
import { readFailure } from './storeErrors.ts';
import { emptySummary, summarise, type TrajectorySummary } from './trajectorySummary.ts';

export interface LineProblem {
  /** Line of the file, from 1. */
  readonly line: number;
  readonly message: string;
  /** True for a last line that its writer did not finish; nothing else is lost. */
  readonly torn: boolean;
}

interface Place {
  readonly offset: number;
  readonly bytes: number;
}

interface Entry {
  summary: TrajectorySummary;
  readonly places: Place[];
}

/** One trajectory file, opened for reading. Keys that this version does not know are kept in what it returns. */
export class TrajectoryReader {
  readonly file: string;
  readonly #entries = new Map<string, Entry>();
  #problems: LineProblem[] = [];
  #torn: LineProblem | null = null;
  #readTo = 0;
  #nextLine = 1;

  private constructor(file: string) {
    this.file = file;
  }

  /**
   * Reads the file once and indexes it.
   * @throws FailureError at boundary `store` when there is no such file or it may not be read
   */
  static async open(file: string, signal?: AbortSignal): Promise<TrajectoryReader> {
    const reader = new TrajectoryReader(file);
    await reader.refresh(signal);
    return reader;
  }

  /** In the order of the file. */
  get summaries(): readonly TrajectorySummary[] {
    return [...this.#entries.values()].map((entry) => entry.summary);
  }

  /** Lines that could not be read; a torn last line comes last. */
  get problems(): readonly LineProblem[] {
    return this.#torn === null ? this.#problems : [...this.#problems, this.#torn];
  }

  /** Reads what was appended since the last time. A file that became shorter is read anew. */
  async refresh(signal?: AbortSignal): Promise<void> {
    if ((await sizeOf(this.file)) < this.#readTo) this.#forget();
    this.#torn = null;
    const reading = { start: this.#readTo, firstNumber: this.#nextLine };
    const lines = readLines(this.file, signal === undefined ? reading : { ...reading, signal });
    for await (const line of lines) this.#index(line);
  }

  /**
   * Reads one trajectory, and nothing else of the file.
   * @throws FailureError `store/no-trajectory` when the file has none of that id that can be shown
   */
  async load(id: string): Promise<{ trajectory: Trajectory; problems: readonly string[] }> {
    const entry = this.#entries.get(id);
    const lines = await this.lines(id);
    const records = lines.map(recordOf).filter((record) => record !== null);
    const { trajectory, problems } = assembleTrajectory(records);
    if (trajectory === null) throw missing(this.file, id, entry !== undefined);
    return { trajectory, problems };
  }

  /** The records of one trajectory as they stand in the file, without line ends; empty when it has none of that id. */
  async lines(id: string): Promise<Buffer[]> {
    const entry = this.#entries.get(id);
    return entry === undefined ? [] : readPlaces(this.file, entry.places);
  }

  #index(line: Line): void {
    const outcome = readRecord(line);
    if (!line.ended && outcome.record === null) {
      // Not consumed: its writer may finish it before the next refresh.
      this.#torn = { line: line.number, message: 'the last line is unfinished', torn: true };
      return;
    }
    this.#readTo = line.offset + line.bytes;
    // What may still follow a record without a line end is its line end, on the same line.
    this.#nextLine = line.ended ? line.number + 1 : line.number;
    if (outcome.record !== null) this.#add(outcome.record, line);
    else if (outcome.problem !== null) {
      this.#problems.push({ line: line.number, message: outcome.problem, torn: false });
    }
  }

  #add(record: TrajectoryRecord, line: Line): void {
    const id = record.trajectoryId;
    const entry = this.#entries.get(id) ?? { summary: emptySummary(id), places: [] };
    entry.places.push({ offset: line.offset, bytes: line.bytes });
    entry.summary = summarise(entry.summary, record);
    this.#entries.set(id, entry);
  }

  #forget(): void {
    this.#entries.clear();
    this.#problems = [];
    this.#readTo = 0;
    this.#nextLine = 1;
  }
}

async function sizeOf(file: string): Promise<number> {
  const stats = await stat(file).catch((error: unknown) => {
    throw readFailure(file, error);
  });
  return stats.size;
}

function readRecord(line: Line): { record: TrajectoryRecord | null; problem: string | null } {
  if (line.text === null) return { record: null, problem: line.problem };
  if (line.text.trim() === '') return { record: null, problem: null };
  const parsed = parseJson(TrajectoryRecord, line.text);
  return parsed.ok
    ? { record: parsed.value, problem: null }
    : { record: null, problem: parsed.problem };
}

async function readPlaces(file: string, places: readonly Place[]): Promise<Buffer[]> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw readFailure(file, error);
  });
  try {
    const lines: Buffer[] = [];
    for (const { offset, bytes } of places) lines.push(lineOf(await readAt(handle, offset, bytes)));
    return lines;
  } finally {
    await handle.close();
  }
}

const lineEnd = /\r?\n$/;

function lineOf(bytes: Buffer): Buffer {
  const end = lineEnd.exec(bytes.toString('latin1', Math.max(0, bytes.length - 2)))?.[0] ?? '';
  return bytes.subarray(0, bytes.length - end.length);
}

/** The bytes were checked while indexing; a file changed in between fails here and is reported as missing steps. */
function recordOf(line: Buffer): TrajectoryRecord | null {
  const parsed = parseJson(TrajectoryRecord, line.toString('utf8').replace(/^\uFEFF/, ''));
  return parsed.ok ? parsed.value : null;
}

function missing(file: string, id: string, known: boolean): Error {
  const why = known ? `has records of ${id}, but not its first one` : `has no trajectory ${id}`;
  const advice = `List what it has with: tool-r1 show ${file}`;
  return failure('store', 'no-trajectory', `${file} ${why}. ${advice}`);
}
