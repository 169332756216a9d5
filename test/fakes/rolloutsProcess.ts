// `tool-r1 rollouts` as a process of its own, and what a trainer asks of it.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Batch } from '../../runtime/contract/training/rolloutServer.ts';
import type { RunJob } from '../../runtime/contract/training/runFolder.ts';
import { CliProcess } from './cliProcess.ts';
import { tokenizerJson } from './toyTokenizer.ts';
import { makeJob } from './trainingRecords.ts';

export interface WireAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Writes the folder of a run, with the tokenizer of the fake token server in a folder `model`. */
export async function writeRun(
  folder: string,
  tasks: readonly object[],
  job: Partial<RunJob> = {},
): Promise<void> {
  const lines = tasks.map((task) => `${JSON.stringify({ version: 1, ...task })}\n`);
  await writeFile(path.join(folder, 'tasks.jsonl'), lines.join(''));
  const model = path.join(folder, 'model');
  await mkdir(model, { recursive: true });
  await writeFile(path.join(model, 'tokenizer.json'), tokenizerJson);
  await writeFile(path.join(folder, 'run.json'), JSON.stringify(makeJob({ model, ...job })));
}

export class RolloutsProcess {
  readonly process: CliProcess;
  readonly #origin: string;
  /** Base URL of the token server. */
  readonly #tokens: string;

  private constructor(process: CliProcess, origin: string, tokens: string) {
    this.process = process;
    this.#origin = origin;
    this.#tokens = tokens;
  }

  /** Resolves when it serves. @throws what it printed, when it ended instead */
  static async start(folder: string, tokens: string): Promise<RolloutsProcess> {
    const args = ['rollouts', '--run', folder, '--listen', '127.0.0.1:0', '--concurrency', '4'];
    const process = new CliProcess(args, folder);
    await process.printed('Serving rollouts of');
    const origin = /http:\/\/\S+/.exec(process.out)?.[0] ?? '';
    return new RolloutsProcess(process, origin, tokens);
  }

  async call(method: 'GET' | 'POST', at: string, body?: object): Promise<WireAnswer> {
    const sent = body === undefined ? {} : { body: JSON.stringify({ runId: 'run-1', ...body }) };
    const response = await fetch(this.#origin + at, { method, ...sent });
    return { status: response.status, body: await response.json() };
  }

  async post(at: string, body: object): Promise<unknown> {
    const answer = await this.call('POST', at, body);
    if (answer.status >= 300) throw new Error(`${at}: ${JSON.stringify(answer)}`);
    return answer.body;
  }

  restore(step: number, dir: string | null): Promise<unknown> {
    return this.post('/v1/restore', { step, dir });
  }

  checkpoint(step: number, dir: string): Promise<unknown> {
    return this.post('/v1/checkpoints', { step, dir });
  }

  /** Asks for the batch of a step, with weights of its own. */
  async begin(step: number): Promise<void> {
    await this.post('/v1/policy/begin', { version: step });
    const model = `policy-v${step}`;
    await this.post('/v1/policy/end', { version: step, model, baseUrls: [this.#tokens] });
    const batch = { step, policyVersion: step, groups: 2, updateSize: 4, seed: 7 };
    await this.post('/v1/batches', batch);
  }

  poll(step: number, waitS = 30): Promise<WireAnswer> {
    return this.call('GET', `/v1/batches/batch-${step}?runId=run-1&waitS=${waitS}`);
  }

  async batch(step: number): Promise<Batch> {
    await this.begin(step);
    return this.whole(step);
  }

  /** The batch that was asked for. */
  async whole(step: number): Promise<Batch> {
    for (;;) {
      const { status, body } = await this.poll(step);
      if (status === 200) return Batch.parse(body);
      if (status !== 202) throw new Error(`${status}: ${JSON.stringify(body)}`);
    }
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    this.process.child.kill(signal);
    await this.process.ended;
  }
}
