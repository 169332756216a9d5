// The folder of an evaluation, `.tool-r1/evaluations/<name>/`: evaluation.json says how it is done, results.jsonl has a line for each
// rollout, evaluation.trajectories.jsonl the rollouts themselves. Lines are only ever added, so that what was broken off goes on.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Evaluation, EvaluationResult } from '../contract/evaluation.ts';
import { replaceFile } from '../store/atomicFile.ts';
import { readLines } from '../store/lineReader.ts';
import { readFailure } from '../store/storeErrors.ts';
import { FailureError, HumanError, systemCode } from '../support/errors.ts';
import { parseJson } from '../support/parseJson.ts';
import { conditionsHash, protocolDifferences, protocolHash } from './protocolHash.ts';

export function evaluationsFolder(workspace: string): string {
  return path.join(workspace, '.tool-r1', 'evaluations');
}

export function evaluationFolder(workspace: string, name: string): string {
  return path.join(evaluationsFolder(workspace), name);
}

/** Ascending; folders that hold no evaluation yet are among them. @throws FailureError at boundary `store` */
export async function listEvaluationNames(workspace: string): Promise<readonly string[]> {
  const folder = evaluationsFolder(workspace);
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).sort();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw readFailure(folder, error);
  }
}

export function resultsFile(folder: string): string {
  return path.join(folder, 'results.jsonl');
}

export function evaluationTrajectories(folder: string): string {
  return path.join(folder, 'evaluation.trajectories.jsonl');
}

/**
 * Null where there is none.
 * @throws HumanError for a file that is no evaluation, FailureError at boundary `store` for one that cannot be read
 */
export async function readEvaluation(folder: string): Promise<Evaluation | null> {
  const file = path.join(folder, 'evaluation.json');
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null;
    throw readFailure(file, error);
  });
  if (text === null) return null;
  const parsed = parseJson(Evaluation, text);
  if (parsed.ok) return parsed.value;
  throw new HumanError(`${file} is no evaluation: ${parsed.problem}. Move its folder away.`);
}

/**
 * Writes down what is wanted, or goes on with what was begun under the same conditions: seeds and samples that are new are added, and
 * none are taken away.
 * @throws HumanError that names the fields when the folder holds an evaluation under other conditions
 */
export async function beginEvaluation(folder: string, wanted: Evaluation): Promise<Evaluation> {
  const before = await readEvaluation(folder);
  const evaluation = before === null ? wanted : extended(before, wanted);
  await replaceFile(path.join(folder, 'evaluation.json'), [
    `${JSON.stringify(evaluation, null, 2)}\n`,
  ]);
  return evaluation;
}

function extended(before: Evaluation, wanted: Evaluation): Evaluation {
  if (conditionsHash(before.protocol) !== conditionsHash(wanted.protocol)) {
    throw new HumanError(otherConditions(before, wanted));
  }
  const { seeds, samplesPerSeed } = before.protocol;
  const protocol = {
    ...wanted.protocol,
    seeds: [...new Set([...seeds, ...wanted.protocol.seeds])],
    samplesPerSeed: Math.max(samplesPerSeed, wanted.protocol.samplesPerSeed),
  };
  return { ...before, protocol, protocolHash: protocolHash(protocol) };
}

function otherConditions(before: Evaluation, wanted: Evaluation): string {
  const [one, other] = [before.protocol.model.name, wanted.protocol.model.name];
  const fields = [
    ...(one === other ? [] : [`model (${one}, now ${other})`]),
    ...protocolDifferences(before.protocol, wanted.protocol)
      .filter(({ field }) => field !== 'seeds' && field !== 'samplesPerSeed')
      .map(
        ({ field, first, second }) => `${field} (${shortened(first)}, now ${shortened(second)})`,
      ),
  ];
  return `The evaluation ${before.name} was begun under another protocol: ${fields.join(', ')}. Take another --name, or leave it out.`;
}

function shortened(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 39)}…`;
}

export interface ResultReading {
  readonly results: readonly EvaluationResult[];
  /** Lines that are no results, torn by a crash for example; what was in them is done again. */
  readonly broken: number;
}

/** None where there is no file yet. @throws FailureError at boundary `store` when it cannot be read */
export async function readResults(folder: string, signal: AbortSignal): Promise<ResultReading> {
  const results: EvaluationResult[] = [];
  let broken = 0;
  try {
    for await (const { text } of readLines(resultsFile(folder), { signal })) {
      if (text?.trim() === '') continue;
      const parsed = text === null ? null : parseJson(EvaluationResult, text);
      if (parsed?.ok === true) results.push(parsed.value);
      else broken += 1;
    }
  } catch (error) {
    if (!(error instanceof FailureError && error.failure.code === 'store/no-file')) throw error;
  }
  return { results, broken };
}
