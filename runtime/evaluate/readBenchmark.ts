// The tasks of a benchmark, read strictly: what is wrong with them is said before anything is rolled out.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { BenchmarkKind } from '../contract/evaluation.ts';
import type { LineNote } from '../contract/requests.ts';
import type { Task } from '../contract/task.ts';
import { readForeignTasks } from '../store/importers/importTasks.ts';
import { HumanError, systemCode } from '../support/errors.ts';
import { benchmarkOf } from './benchmark.ts';
import { findGaiaList, type GaiaSplit } from './gaiaFolder.ts';

export interface Benchmark {
  readonly kind: BenchmarkKind;
  /** Of the file or folder, as a person calls it. */
  readonly name: string;
  /** Null for what has none. */
  readonly split: GaiaSplit | null;
  /** With absolute paths of their files; each can be scored. */
  readonly tasks: readonly Task[];
}

export interface BenchmarkWish {
  /** A file of tasks of any kind that can be imported, or the folder of a copy of GAIA. Absolute. */
  readonly place: string;
  /** Null takes what the tasks look like. */
  readonly kind: BenchmarkKind | null;
  /** Of GAIA. */
  readonly split: GaiaSplit;
}

/**
 * @throws HumanError of one line for a line that is no task, an id that comes twice, a task that nobody can score, or none at all
 * @throws FailureError at boundary `store` when a file cannot be read
 */
export async function readBenchmark(
  { place, kind, split }: BenchmarkWish,
  signal: AbortSignal,
): Promise<Benchmark> {
  const isFolder = await isDirectory(place);
  if (isFolder && kind !== null && kind !== 'gaia') {
    throw new HumanError(`${place} is a folder; name the file of tasks in it.`);
  }
  const file = isFolder ? await findGaiaList(place, split) : place;
  const { tasks, problems } = await readForeignTasks(file, signal);
  refuseProblems(file, problems);
  refuseRepeats(file, tasks);
  const found = kind ?? (isFolder ? 'gaia' : benchmarkOf(tasks));
  refuseUnanswered(file, found, tasks);
  return { kind: found, name: path.basename(place), split: isFolder ? split : null, tasks };
}

async function isDirectory(place: string): Promise<boolean> {
  try {
    return (await stat(place)).isDirectory();
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    throw new HumanError(`There is no file or folder ${place}. Check the path.`);
  }
}

function refuseProblems(file: string, [first, ...others]: readonly LineNote[]): void {
  if (first === undefined) return;
  const more = others.length === 0 ? '' : `, and ${others.length} more cannot be used`;
  throw new HumanError(
    `${file}, line ${first.line}: ${first.message}${more}. Mend or delete what is wrong: a score over part of the tasks is another score.`,
  );
}

function refuseRepeats(file: string, tasks: readonly Task[]): void {
  const seen = new Set<string>();
  for (const { id } of tasks) {
    if (seen.has(id)) throw new HumanError(`${file} has two tasks ${id}. Give each its own id.`);
    seen.add(id);
  }
}

function refuseUnanswered(file: string, kind: BenchmarkKind, tasks: readonly Task[]): void {
  const unanswered = tasks.filter(
    ({ referenceAnswer, metadata }) =>
      referenceAnswer === null && metadata['environment'] === undefined,
  );
  const [first] = unanswered;
  if (first === undefined) return;
  if (kind === 'gaia' && unanswered.length === tasks.length) {
    throw new HumanError(
      `${file} has no answers: GAIA keeps those of its test split to itself. Evaluate the validation split.`,
    );
  }
  throw new HumanError(
    `Task ${first.id} of ${file} has no reference answer, so nobody can say when it is solved. Add it or take the task out.`,
  );
}
