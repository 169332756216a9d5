// Deletes programs of ours on a machine that nothing there uses any more: those of earlier versions. The program that looks for them
// is sent along, so that any version can tidy up after any other.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { parseJson } from '../../support/parseJson.ts';
import type { MachineLink } from '../link/machineLink.ts';
import { programFailure } from '../link/programFailure.ts';

const MachinePart = z.object({
  /** Below the folder of everything, such as `program/<hash>`. */
  name: z.string(),
  bytes: z.number().nonnegative(),
  /** For a person; empty for what nothing uses. */
  usedBy: z.array(z.string()),
});
export type MachinePart = z.infer<typeof MachinePart>;

const Told = z.object({ version: z.literal(1), parts: z.array(MachinePart) });

export interface TidyOptions {
  /** On this computer; holds machine_tidy.py. */
  readonly trainerFolder: string;
  /** Only looks. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
}

export interface Tidied {
  /** That nothing used: gone, or what would be with `dryRun`. */
  readonly unused: readonly MachinePart[];
  readonly kept: readonly MachinePart[];
}

/**
 * A run that is resumed later gets the newest program, so it does not keep an older one.
 * @throws FailureError at boundary `remote`
 */
export async function tidyMachine(
  link: MachineLink,
  { trainerFolder, dryRun, signal }: TidyOptions,
): Promise<Tidied> {
  const script = await readFile(path.join(trainerFolder, 'machine_tidy.py'));
  const { python, folder } = await link.home(signal);
  const argv = [python.path, '-', folder, ...(dryRun ? [] : ['--delete'])];
  const ended = await link.run({ argv, stdin: script, signal });
  const parsed = parseJson(Told, ended.stdout.trimEnd().split('\n').at(-1) ?? '');
  if (ended.code !== 0 || !parsed.ok) {
    const what = `${link.machine} could not be tidied up`;
    throw programFailure(link.machine, ended, { code: 'unsuitable', what });
  }
  const { parts } = parsed.value;
  return {
    unused: parts.filter(({ usedBy }) => usedBy.length === 0),
    kept: parts.filter(({ usedBy }) => usedBy.length > 0),
  };
}
