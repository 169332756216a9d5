// What the tasks of a benchmark are, as hashes that hold on every machine: their names and contents count, not where they lie.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Task } from '../contract/task.ts';
import { mapLimited } from '../support/mapLimited.ts';
import { chooseFiles } from '../support/chosenFiles.ts';
import { canonicalHash } from './canonicalJson.ts';

export interface HashedTask {
  readonly task: Task;
  /** Of the question, the answer and the attachments; of tasks that are alike each has its own. */
  readonly hash: string;
}

export interface HashedTasks {
  readonly tasks: readonly HashedTask[];
  /** The same for the same tasks in any order. */
  readonly tasksHash: string;
  /** Files below the folders that tasks name count one by one; one that several tasks name counts once. */
  readonly attachments: number;
  readonly attachmentsHash: string;
}

const filesAtOnce = 8;

/**
 * Reads every attachment once.
 * @throws HumanError for an attachment that is not there
 */
export async function hashTasks(tasks: readonly Task[], signal: AbortSignal): Promise<HashedTasks> {
  const chosen = await mapLimited(tasks, filesAtOnce, signal, ({ files }) => chooseFiles(files));
  const paths = [...new Set(chosen.flatMap(({ files }) => files.map(({ hostPath }) => hostPath)))];
  const sums = await mapLimited(paths, filesAtOnce, signal, fileHash);
  const sumOf = new Map(paths.map((file, place) => [file, sums[place] ?? '']));
  const nameOf = new Map<string, string>();
  const hashed = tasks.map((task, place) => {
    const files = (chosen[place]?.files ?? []).map(({ name, hostPath }) => {
      nameOf.set(hostPath, name);
      return { name, sha256: sumOf.get(hostPath) ?? '' };
    });
    return { task, hash: taskHash(task, files) };
  });
  const told = withCopiesTold(hashed);
  const named = paths.map((file) => ({ name: nameOf.get(file), sha256: sumOf.get(file) }));
  return {
    tasks: told,
    tasksHash: canonicalHash(told.map(({ hash }) => hash).sort()),
    attachments: paths.length,
    attachmentsHash: canonicalHash(named.map((one) => canonicalHash(one)).sort()),
  };
}

function withCopiesTold(tasks: readonly HashedTask[]): HashedTask[] {
  const seen = new Map<string, number>();
  return tasks.map(({ task, hash }) => {
    const copy = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, copy);
    return { task, hash: copy === 1 ? hash : canonicalHash({ hash, copy }) };
  });
}

interface NamedSum {
  readonly name: string;
  readonly sha256: string;
}

/** What tools work on and what a task says of itself stand in its metadata. */
function taskHash({ question, referenceAnswer, metadata }: Task, files: readonly NamedSum[]) {
  const { environment = null, instruction = null } = metadata;
  return canonicalHash({ question, referenceAnswer, files, environment, instruction });
}

/** SHA-256 in hexadecimal, read as a stream. */
export async function fileHash(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash, { signal });
  return hash.digest('hex');
}
