// The evaluations of a workspace as a page shows them: those under one protocol together, one in full, two compared. Reads what
// evaluations wrote, and changes nothing.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Evaluation, EvaluationComparison, EvaluationResult } from '../contract/evaluation.ts';
import type {
  EvaluatedTaskRow,
  EvaluationDetail,
  EvaluationProtocolGroup,
} from '../contract/evaluationRequests.ts';
import { readFailure } from '../store/storeErrors.ts';
import { errorMessage, HumanError, isAbort, systemCode } from '../support/errors.ts';
import { compareResults } from './compareResults.ts';
import { countedResults } from './countedResults.ts';
import {
  evaluationFolder,
  evaluationTrajectories,
  readEvaluation,
  readResults,
} from './evaluationFiles.ts';
import { protocolDifferences } from './protocolHash.ts';
import { reportOf } from './report.ts';

export interface ListedEvaluations {
  /** That of the newest evaluation first. */
  readonly groups: readonly EvaluationProtocolGroup[];
  /** A sentence about each folder that could not be read. */
  readonly problems: readonly string[];
}

interface Read {
  readonly evaluation: Evaluation;
  readonly lines: readonly EvaluationResult[];
}

/** @throws FailureError at boundary `store` when the folder of evaluations cannot be read */
export async function listEvaluations(
  workspace: string,
  signal: AbortSignal,
): Promise<ListedEvaluations> {
  const problems: string[] = [];
  const found: Read[] = [];
  for (const name of await namesIn(path.dirname(evaluationFolder(workspace, 'any')))) {
    try {
      const read = await readOne(workspace, name, signal);
      if (read !== null) found.push(read);
    } catch (error) {
      if (isAbort(error)) throw error;
      problems.push(errorMessage(error));
    }
  }
  return { groups: grouped(found), problems };
}

/** @throws HumanError when there is none of that name, FailureError at boundary `store` when it cannot be read */
export async function evaluationDetail(
  workspace: string,
  name: string,
  signal: AbortSignal,
): Promise<EvaluationDetail> {
  const { evaluation, lines } = await readNamed(workspace, name, signal);
  return {
    createdAt: evaluation.createdAt,
    protocol: evaluation.protocol,
    report: reportOf(evaluation, lines),
    tasks: taskRows(evaluation, lines),
    trajectories: evaluationTrajectories(evaluationFolder(workspace, name)),
  };
}

/** @throws HumanError when one of them is not there, FailureError at boundary `store` when it cannot be read */
export async function comparedEvaluations(
  workspace: string,
  { first, second }: { readonly first: string; readonly second: string },
  signal: AbortSignal,
): Promise<EvaluationComparison> {
  const one = await readNamed(workspace, first, signal);
  return compareResults(one, await readNamed(workspace, second, signal));
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw readFailure(folder, error);
  }
}

/** Null for a folder that holds no evaluation. */
async function readOne(workspace: string, name: string, signal: AbortSignal): Promise<Read | null> {
  signal.throwIfAborted();
  const folder = evaluationFolder(workspace, name);
  const evaluation = await readEvaluation(folder);
  if (evaluation === null) return null;
  const { results } = await readResults(folder, signal);
  // What the folder is called is what it is found by.
  return { evaluation: { ...evaluation, name }, lines: results };
}

async function readNamed(workspace: string, name: string, signal: AbortSignal): Promise<Read> {
  const read = await readOne(workspace, name, signal);
  if (read !== null) return read;
  throw new HumanError(`There is no evaluation ${name} in ${workspace}. It may have been deleted.`);
}

function grouped(found: readonly Read[]): EvaluationProtocolGroup[] {
  const newestFirst = found.toSorted((a, b) =>
    b.evaluation.createdAt.localeCompare(a.evaluation.createdAt),
  );
  const first = newestFirst[0]?.evaluation.protocol;
  const byHash = byKey(newestFirst, ({ evaluation }) => evaluation.protocolHash);
  return [...byHash].flatMap(([protocolHash, own]) => {
    const protocol = own[0]?.evaluation.protocol;
    if (first === undefined || protocol === undefined) return [];
    return {
      ...{ protocolHash, protocol },
      differences: protocolDifferences(first, protocol),
      evaluations: own.map(({ evaluation, lines }) => ({
        createdAt: evaluation.createdAt,
        dataName: evaluation.protocol.data.name,
        report: reportOf(evaluation, lines),
      })),
    };
  });
}

function taskRows(evaluation: Evaluation, lines: readonly EvaluationResult[]): EvaluatedTaskRow[] {
  const byTask = byKey(countedResults(evaluation, lines), ({ taskHash }) => taskHash);
  return evaluation.tasks.map(({ id, hash, question, level }) => ({
    ...{ taskId: id, question, level },
    rollouts: (byTask.get(hash) ?? []).map(rolloutOf),
  }));
}

/** In the order in which their keys first come. */
function byKey<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const own = groups.get(keyOf(item));
    if (own === undefined) groups.set(keyOf(item), [item]);
    else own.push(item);
  }
  return groups;
}

function rolloutOf(result: EvaluationResult): EvaluatedTaskRow['rollouts'][number] {
  const { seed, sample, trajectoryId, correctness, cause } = result;
  const { stopReason, finalAnswer, reward, steps } = result;
  return {
    ...{ seed, sample, trajectoryId, correctness, cause },
    ...{ stopReason, finalAnswer, reward, steps },
  };
}
