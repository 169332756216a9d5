// What this computer keeps of the evaluations of one checkpoint: enough to answer again while its machine cannot be reached, and the
// lines that the machine does not have yet.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { Recipe } from '../../contract/recipe.ts';
import { type EvaluatedTask, EvaluationSummary } from '../../contract/training/evaluation.ts';
import { CheckpointListing } from '../../contract/training/runView.ts';
import { replaceFile } from '../../store/atomicFile.ts';
import { JsonLinesWriter } from '../../store/jsonLinesWriter.ts';
import { readFailure } from '../../store/storeErrors.ts';
import { systemCode } from '../../support/errors.ts';
import { parseJson } from '../../support/parseJson.ts';
import { evaluatedTasks } from './evaluationRecords.ts';
import { type EvaluationPart, isPartName } from './evaluationParts.ts';

/** What has to be known of a checkpoint to evaluate it. */
const CheckpointAbout = z.looseObject({
  version: z.literal(1),
  checkpoint: CheckpointListing,
  recipe: Recipe,
});
type CheckpointAbout = z.infer<typeof CheckpointAbout>;

/** Every call throws a FailureError at boundary `store` when the folder cannot be read or written. */
export class EvaluationCopy {
  readonly #folder: string;

  /** @param folder of this computer for this checkpoint alone; made when something is kept */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Null when its machine was never reached from here. */
  async about(): Promise<CheckpointAbout | null> {
    const parsed = parseJson(CheckpointAbout, await textOf(this.#file('checkpoint.json')));
    return parsed.ok ? parsed.value : null;
  }

  async keepAbout(about: CheckpointAbout): Promise<void> {
    await replaceFile(this.#file('checkpoint.json'), [JSON.stringify(about)]);
  }

  /** How the evaluation went that was made last, as far as this computer heard. */
  async newest(): Promise<EvaluationSummary | null> {
    const parsed = parseJson(EvaluationSummary, await textOf(this.#file('newest.json')));
    return parsed.ok ? parsed.value : null;
  }

  async keepNewest(summary: EvaluationSummary): Promise<void> {
    await replaceFile(this.#file('newest.json'), [JSON.stringify(summary)]);
  }

  /** Names of the parts that the machine has too. */
  async parts(key: string): Promise<readonly string[]> {
    return (await namesIn(this.#file(key))).filter(isPartName).sort();
  }

  async keepPart(key: string, { name, text }: EvaluationPart): Promise<void> {
    await replaceFile(path.join(this.#file(key), name), [text]);
  }

  /** By the hash of the task. */
  async sent(key: string): Promise<ReadonlyMap<string, EvaluatedTask>> {
    const found: (readonly [string, EvaluatedTask])[] = [];
    for (const name of await this.parts(key)) {
      found.push(...evaluatedTasks(await textOf(path.join(this.#file(key), name))));
    }
    return new Map(found);
  }

  /** All that were made here, by the hash of the task; the machine may have some of them. */
  async made(key: string): Promise<ReadonlyMap<string, EvaluatedTask>> {
    return evaluatedTasks(await textOf(this.#file(`${key}.jsonl`)));
  }

  /** For lines that are made here. */
  openWriter(key: string): Promise<JsonLinesWriter> {
    return JsonLinesWriter.open(this.#file(`${key}.jsonl`));
  }

  #file(name: string): string {
    return path.join(this.#folder, name);
  }
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return '';
    throw readFailure(file, error);
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw readFailure(folder, error);
  }
}
