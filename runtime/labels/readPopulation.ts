// Reads trajectory files into a population, and remembers it until a file changes.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { readAnswers } from '../store/labels/readAnswers.ts';
import { trajectoryFiles } from '../store/workspaceTrajectories.ts';
import { errorMessage, HumanError, isAbort } from '../support/errors.ts';
import { PopulationBuilder } from './buildPopulation.ts';
import type { Population } from './population.ts';

export interface PopulationRequest {
  readonly workspace: string;
  /** Absolute paths; empty takes every trajectory file of the workspace. */
  readonly files: readonly string[];
}

/**
 * Files that were written last are read last, so that the newest version of a judge is seen last.
 * @throws HumanError when there is no file to read; FailureError when one that was named cannot be read
 */
export async function readPopulation(
  request: PopulationRequest,
  signal: AbortSignal,
): Promise<Population> {
  const files = await filesOf(request);
  const builder = new PopulationBuilder();
  const problems: string[] = [];
  for (const file of files) {
    try {
      const onAnswer = builder.add.bind(builder, file);
      problems.push(...(await readAnswers(file, { onAnswer, signal })));
    } catch (error) {
      // A file that a person named must be readable; among those of the workspace one may just have vanished.
      if (isAbort(error) || request.files.length > 0) throw error;
      problems.push(errorMessage(error));
    }
  }
  return builder.finish(files, problems);
}

async function filesOf({ workspace, files }: PopulationRequest): Promise<string[]> {
  if (files.length > 0) return byLastWrite([...new Set(files.map((file) => path.resolve(file)))]);
  const found = await trajectoryFiles(workspace);
  if (found.length > 0) return found.map(({ file }) => file).reverse();
  throw new HumanError(
    `${workspace} has no trajectories yet. Run agent tasks with a reference answer first, ` +
      'or name trajectory files.',
  );
}

async function byLastWrite(files: readonly string[]): Promise<string[]> {
  const dated = await Promise.all(
    files.map(async (file) => ({ file, at: (await stat(file).catch(() => null))?.mtimeMs ?? 0 })),
  );
  return dated.sort((a, b) => a.at - b.at || (a.file < b.file ? -1 : 1)).map(({ file }) => file);
}

interface Kept {
  readonly signature: string;
  readonly population: Population;
}

/** Keeps the last population, because labelling, agreement and its cells ask for the same one. */
export class PopulationCache {
  #kept: Kept | null = null;

  async of(request: PopulationRequest, signal: AbortSignal): Promise<Population> {
    const signature = await signatureOf(request);
    if (this.#kept?.signature === signature) return this.#kept.population;
    const population = await readPopulation(request, signal);
    this.#kept = { signature, population };
    return population;
  }
}

async function signatureOf(request: PopulationRequest): Promise<string> {
  const files = await filesOf(request);
  const stats = await Promise.all(files.map((file) => stat(file).catch(() => null)));
  return JSON.stringify(stats.map((one, index) => [files[index], one?.size, one?.mtimeMs]));
}
