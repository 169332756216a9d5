// Where an evaluation is kept: beside the checkpoint on its machine, where every computer finds it, and in a copy here. Lines go over
// in bunches while the evaluation goes on, each once; what is made here while the machine cannot be reached goes over later.
import { type EvaluatedTask, EvaluationSummary } from '../../contract/training/evaluation.ts';
import type { JsonLinesWriter } from '../../store/jsonLinesWriter.ts';
import { parseJson } from '../../support/parseJson.ts';
import { evaluationsFolder, newestEvaluation } from '../checkpoints/checkpointFiles.ts';
import { readThere } from '../checkpoints/readThere.ts';
import type { MachineLink, RemotePath } from '../link/machineLink.ts';
import type { EvaluationCopy } from './evaluationCopy.ts';
import { evaluationPart, isPartName } from './evaluationParts.ts';
import { isScored, together } from './evaluationRecords.ts';

export interface EvaluationPlace {
  readonly link: Pick<MachineLink, 'look' | 'read' | 'put'>;
  /** Of the checkpoint, on its machine. */
  readonly folder: RemotePath;
  /** Of the tasks and the settings. */
  readonly key: string;
  readonly copy: EvaluationCopy;
}

/** Tasks that go over together while others are still rolled out. */
export const bunch = 16;

/** How long somebody who wants to know what broke waits for lines that are kept here anyway. */
const closeMilliseconds = 20_000;

/** Every call throws a FailureError: at boundary `store` what went wrong here, at boundary `remote` what went wrong there. */
export class EvaluationStore {
  readonly #place: EvaluationPlace;
  /** Scored tasks that the machine does not have, by their hash. */
  readonly #waiting = new Map<string, EvaluatedTask>();
  #writer: Promise<JsonLinesWriter> | null = null;
  /** Resolves when nothing is on its way. */
  #sending: Promise<void> = Promise.resolve();

  constructor(place: EvaluationPlace) {
    this.#place = place;
  }

  /** By the hash of the task, what is known there and here; from then on the copy has it all. */
  async read(signal: AbortSignal): Promise<Map<string, EvaluatedTask>> {
    const { link, key, copy } = this.#place;
    const here = new Set(await copy.parts(key));
    const asked = { folders: [this.#partsThere], files: [], followed: [], pids: [] };
    const { entries } = await link.look(asked, signal);
    for (const { name } of entries[this.#partsThere] ?? []) {
      if (!isPartName(name) || here.has(name)) continue;
      const text = await readThere(link, `${this.#partsThere}/${name}`, signal);
      await copy.keepPart(key, { name, text });
    }
    return this.readCopy();
  }

  /** Asks no machine. */
  async readCopy(): Promise<Map<string, EvaluatedTask>> {
    const { key, copy } = this.#place;
    const [sent, made] = [await copy.sent(key), await copy.made(key)];
    for (const [hash, record] of made) {
      if (isScored(record) && !isScored(sent.get(hash))) this.#waiting.set(hash, record);
    }
    return together(sent, made);
  }

  /** On this disk when it resolves. Once some have come together they go over meanwhile; what does not get through goes later. */
  async append(record: EvaluatedTask, signal: AbortSignal): Promise<void> {
    const { key, copy } = this.#place;
    this.#writer ??= copy.openWriter(key);
    await (await this.#writer).append(record);
    if (!isScored(record)) return;
    this.#waiting.set(record.taskHash, record);
    if (this.#waiting.size % bunch === 0) void this.#send(signal).catch(() => undefined);
  }

  /** Sends what is left, and says there how the evaluation went. */
  async publish(summary: EvaluationSummary, signal: AbortSignal): Promise<void> {
    const { link, folder } = this.#place;
    await this.#send(signal);
    const text = JSON.stringify(summary);
    const file = newestEvaluation(folder);
    if ((await readThere(link, file, signal)) === text) return;
    await link.put({ bytes: Buffer.from(text) }, file, { signal });
  }

  /** Whatever is left goes over as far as it can soon; then nothing is on its way, and no file is open. */
  async close(signal: AbortSignal): Promise<void> {
    const soon = AbortSignal.any([signal, AbortSignal.timeout(closeMilliseconds)]);
    await this.#send(soon).catch(() => undefined);
    await (await this.#writer)?.close();
    this.#writer = null;
  }

  /** One part after the other. */
  #send(signal: AbortSignal): Promise<void> {
    const sent = this.#sending.then(() => this.#sendWaiting(signal));
    this.#sending = sent.catch(() => undefined);
    return sent;
  }

  async #sendWaiting(signal: AbortSignal): Promise<void> {
    const { link, key, copy } = this.#place;
    const records = [...this.#waiting.values()];
    if (records.length === 0) return;
    const part = evaluationPart(records);
    const file = `${this.#partsThere}/${part.name}`;
    await link.put({ bytes: Buffer.from(part.text) }, file, { signal });
    await copy.keepPart(key, part);
    for (const { taskHash } of records) this.#waiting.delete(taskHash);
  }

  get #partsThere(): RemotePath {
    const { folder, key } = this.#place;
    return `${folder}/${evaluationsFolder}/${key}`;
  }
}

/** How the evaluation of a checkpoint went that was made last; null for none. @throws FailureError at boundary `remote` or `store` */
export async function newestThere(
  { link, folder, copy }: Omit<EvaluationPlace, 'key'>,
  signal: AbortSignal,
): Promise<EvaluationSummary | null> {
  const parsed = parseJson(
    EvaluationSummary,
    await readThere(link, newestEvaluation(folder), signal),
  );
  if (!parsed.ok) return null;
  await copy.keepNewest(parsed.value);
  return parsed.value;
}
