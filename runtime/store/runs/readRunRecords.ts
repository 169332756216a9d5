// Reads the records that a training run leaves: its groups and the figures of its train steps, as they were written.
import type * as z from 'zod';
import { GroupRecord, TrainStepMetrics } from '../../contract/training/runFolder.ts';
import { FailureError } from '../../support/errors.ts';
import { parseJson } from '../../support/parseJson.ts';
import { readLines } from '../lineReader.ts';
import { runFiles } from './runFiles.ts';

export interface RunRecords {
  readonly groups: readonly GroupRecord[];
  readonly metrics: readonly TrainStepMetrics[];
  /** Sentences about lines that could not be read. */
  readonly problems: readonly string[];
}

/**
 * A file that is not there yet has no records, and a last line without its end is being written.
 * @throws FailureError at boundary `store` when a file cannot be read
 */
export async function readRunRecords(folder: string, signal: AbortSignal): Promise<RunRecords> {
  const files = runFiles(folder);
  const [groups, metrics] = await Promise.all([
    readRecords(files.groups, GroupRecord, signal),
    readRecords(files.metrics, TrainStepMetrics, signal),
  ]);
  return {
    groups: groups.records,
    metrics: metrics.records,
    problems: [...groups.problems, ...metrics.problems],
  };
}

async function readRecords<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  signal: AbortSignal,
): Promise<{ readonly records: z.output<Schema>[]; readonly problems: string[] }> {
  const records: z.output<Schema>[] = [];
  const problems: string[] = [];
  try {
    for await (const { text, problem, number, ended } of readLines(file, { signal })) {
      if (text?.trim() === '') continue;
      const parsed = text === null ? { ok: false as const, problem } : parseJson(schema, text);
      if (parsed.ok) records.push(parsed.value);
      else if (ended) problems.push(`${file}, line ${number}: ${parsed.problem ?? 'unreadable'}`);
    }
  } catch (error) {
    if (!(error instanceof FailureError && error.failure.code === 'store/no-file')) throw error;
  }
  return { records, problems };
}
