// Folders of training runs as the processes of a run leave them, of any size, with figures that a seed decides.
import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type {
  GroupRecord,
  RunFolderEvent,
  RunJob,
  RunStatus,
} from '../../runtime/contract/training/runFolder.ts';
import { makeGroupRecord, makeJob, makeStatus, makeStepMetrics } from './trainingRecords.ts';

export class RunFolderFixture {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async make(folder: string, job: Partial<RunJob> = {}): Promise<RunFolderFixture> {
    await mkdir(path.join(folder, 'logs'), { recursive: true });
    await writeFile(path.join(folder, 'run.json'), JSON.stringify(makeJob(job)));
    return new RunFolderFixture(folder);
  }

  file(name: string): string {
    return path.join(this.folder, name);
  }

  /** Replaces the status whole, as the supervisor does. */
  async beat(over: Partial<RunStatus> = {}): Promise<void> {
    const status = makeStatus({ at: new Date().toISOString(), ...over });
    await writeFile(this.file('status.json.new'), JSON.stringify(status));
    await rename(this.file('status.json.new'), this.file('status.json'));
  }

  async measure(
    step: number,
    metrics: Readonly<Record<string, number | null>> = {},
  ): Promise<void> {
    await this.append('metrics.jsonl', makeStepMetrics(step, { 'reward/total': step, ...metrics }));
  }

  async tell(message: string, over: Partial<RunFolderEvent> = {}): Promise<void> {
    const at = '2026-05-04T09:30:00.000Z';
    await this.append('events.jsonl', { version: 1, at, type: 'step-ended', message, ...over });
  }

  async group(over: Partial<GroupRecord> = {}): Promise<void> {
    await this.append('groups.jsonl', makeGroupRecord(over));
  }

  async append(name: string, record: object): Promise<void> {
    await appendFile(this.file(name), `${JSON.stringify(record)}\n`);
  }

  /** Bytes as they are, such as the beginning of a line. */
  async write(name: string, text: string): Promise<void> {
    await mkdir(path.dirname(this.file(name)), { recursive: true });
    await appendFile(this.file(name), text);
  }

  async save(step: number): Promise<void> {
    await this.write(`checkpoints/checkpoint-${step}/rollout_state.jsonl`, '{}\n');
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true });
  }
}

/** Lines of the given size, until there are that many bytes. */
export async function fill(
  run: RunFolderFixture,
  name: string,
  bytes: number,
  line: (index: number) => object,
): Promise<number> {
  let [written, index] = [0, 0];
  while (written < bytes) {
    const block: string[] = [];
    for (let inBlock = 0; inBlock < 1_000_000 && written + inBlock < bytes; index += 1) {
      const text = `${JSON.stringify(line(index))}\n`;
      block.push(text);
      inBlock += text.length;
    }
    const text = block.join('');
    await run.write(name, text);
    written += text.length;
  }
  return index;
}
