// Where an evaluation is kept: line by line on this computer while it goes on, then beside the checkpoint on its machine, where
// every computer finds it. An evaluation that was broken off goes on from its lines here.
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { EvaluatedTask, HeldOut } from '../../contract/training/evaluation.ts';
import { JsonLinesWriter } from '../../store/jsonLinesWriter.ts';
import { systemCode } from '../../support/errors.ts';
import { evaluationsFolder, newestEvaluation } from '../checkpoints/checkpointFiles.ts';
import { readThere } from '../checkpoints/readThere.ts';
import type { MachineLink } from '../link/machineLink.ts';
import { evaluatedTasks, evaluationText } from './evaluationRecords.ts';

export interface EvaluationPlace {
  readonly link: MachineLink;
  /** Of the checkpoint, on its machine. */
  readonly folder: string;
  /** Of the tasks and the settings. */
  readonly key: string;
  /** Folder of this computer for evaluations of this checkpoint that are not finished. */
  readonly localFolder: string;
}

export class EvaluationStore {
  readonly #place: EvaluationPlace;
  readonly #localFile: string;

  constructor(place: EvaluationPlace) {
    this.#place = place;
    this.#localFile = path.join(place.localFolder, `${place.key}.jsonl`);
  }

  /** By the hash of the task, what is known here and there. @throws FailureError at boundary `remote` */
  async read(signal: AbortSignal): Promise<Map<string, EvaluatedTask>> {
    const { link } = this.#place;
    const there = evaluatedTasks(await readThere(link, this.#fileThere, signal));
    const here = evaluatedTasks(await readHere(this.#localFile));
    return new Map([...there, ...here]);
  }

  /** @throws FailureError at boundary `store` */
  openWriter(): Promise<JsonLinesWriter> {
    return JsonLinesWriter.open(this.#localFile);
  }

  /** Puts the whole beside the checkpoint; then nothing is kept here. @throws FailureError at boundary `remote` */
  async publish(
    records: ReadonlyMap<string, EvaluatedTask>,
    { tasksFile, heldOut }: { readonly tasksFile: string; readonly heldOut: HeldOut },
    signal: AbortSignal,
  ): Promise<void> {
    const { link, folder, key } = this.#place;
    const lines = Buffer.from(evaluationText(records.values()));
    await link.put({ bytes: lines }, this.#fileThere, { signal });
    const summary = { version: 1, key, tasksFile, heldOut };
    const text = Buffer.from(JSON.stringify(summary));
    await link.put({ bytes: text }, newestEvaluation(folder), { signal });
    await rm(this.#localFile, { force: true });
  }

  get #fileThere(): string {
    const { folder, key } = this.#place;
    return `${folder}/${evaluationsFolder}/${key}.jsonl`;
  }
}

async function readHere(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return '';
    throw error;
  }
}
