// Runs machine_setup.py on a machine: nothing of ours needs to be there for it.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { MachineLink } from '../link/machineLink.ts';
import { programFailure } from '../link/programFailure.ts';

export interface SetupOptions {
  /** Holds machine_setup.py on this computer. */
  readonly trainerFolder: string;
  readonly signal: AbortSignal;
}

/** Gives the last line that it printed. @throws FailureError `remote/unsuitable` with what it said, or `remote/disk-full` */
export async function runSetup(
  link: MachineLink,
  args: readonly string[],
  { trainerFolder, signal }: SetupOptions,
): Promise<string> {
  const script = await readFile(path.join(trainerFolder, 'machine_setup.py'));
  const { python } = await link.home(signal);
  const ended = await link.run({ argv: [python.path, '-', ...args], stdin: script, signal });
  if (ended.code === 0) return ended.stdout.trim().split('\n').at(-1) ?? '';
  const what = 'The machine could not be prepared';
  throw programFailure(link.machine, ended, { code: 'unsuitable', what });
}
