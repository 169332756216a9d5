// The samples of tasks, one a line, in a file beside the task file.
import path from 'node:path';
import { TaskSample } from '../contract/training/taskSample.ts';
import { FailureError } from '../support/errors.ts';
import { parseJson } from '../support/parseJson.ts';
import { readLines } from './lineReader.ts';

/** `tasks.samples.jsonl` for `tasks.jsonl`. */
export function sampleFileOf(taskFile: string): string {
  const extension = path.extname(taskFile);
  return `${taskFile.slice(0, taskFile.length - extension.length)}.samples.jsonl`;
}

export interface SampleReading {
  /** With the settings that were asked for. */
  readonly samples: readonly TaskSample[];
  /** Lines that are no samples; what was in them is sampled again. */
  readonly broken: number;
}

/**
 * None where there is no file yet.
 * @throws FailureError at boundary `store` when the file cannot be read
 */
export async function readSamples(
  file: string,
  settingsHash: string,
  signal: AbortSignal,
): Promise<SampleReading> {
  const samples: TaskSample[] = [];
  let broken = 0;
  try {
    for await (const { text } of readLines(file, { signal })) {
      if (text?.trim() === '') continue;
      const parsed = text === null ? null : parseJson(TaskSample, text);
      if (parsed?.ok !== true) broken += 1;
      else if (parsed.value.settingsHash === settingsHash) samples.push(parsed.value);
    }
  } catch (error) {
    if (!(error instanceof FailureError && error.failure.code === 'store/no-file')) throw error;
  }
  return { samples, broken };
}
