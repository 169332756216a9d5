// A kind of file that holds trajectories. One file in this folder adds one: it says which files are its own and opens them.
import { failure } from '../../support/errors.ts';
import type { RecordSource } from './recordSource.ts';

export interface TrajectoryFormat {
  /** As a person calls it, for example `Tool-R1 trajectories`. */
  readonly name: string;
  /** Patterns of its file names, for people: `*.trajectories.jsonl`. */
  readonly patterns: readonly string[];
  /** Looks at the name and the first bytes of a file; `whole` is true when that is all of it. */
  detect(file: string, head: Buffer, whole: boolean): boolean;
  open(file: string): Promise<RecordSource>;
}

/** @throws FailureError `store/unknown-format` when no format takes the file */
export function chooseFormat(
  formats: readonly TrajectoryFormat[],
  file: string,
  head: Buffer,
  whole: boolean,
): TrajectoryFormat {
  const format = formats.find((one) => one.detect(file, head, whole));
  if (format !== undefined) return format;
  const known = formats.map(({ name, patterns }) => `${name} (${patterns.join(', ')})`);
  throw failure(
    'store',
    'unknown-format',
    `${file} holds nothing that can be shown as trajectories. Files of these kinds can be read: ` +
      `${known.join('; ')}. Open it as text instead.`,
  );
}
