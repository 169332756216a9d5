// Ends whatever is left of a run on its machine. The program that does it is sent along, so that a run whose program was deleted
// there can be ended too.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../support/errors.ts';
import type { MachineLink } from '../link/machineLink.ts';

/**
 * Resolves when no process of the run lives: its supervisor was asked, then killed, and all that carry the mark of the run with it.
 * @param trainerFolder on this computer; holds supervisor.py
 * @throws FailureError `remote/not-stopped` that names what is left
 */
export async function endRun(
  link: MachineLink,
  { folder, trainerFolder }: { readonly folder: string; readonly trainerFolder: string },
  signal: AbortSignal,
): Promise<void> {
  const stdin = await readFile(path.join(trainerFolder, 'supervisor.py'));
  const { python } = await link.home(signal);
  const ended = await link.run({ argv: [python.path, '-', folder, '--end'], stdin, signal });
  if (ended.code === 0) return;
  const said = ended.stderr.trim().split('\n').at(-1) ?? '';
  throw failure(
    'remote',
    'not-stopped',
    `Something of the run in ${folder} still lives on ${link.machine}: ${said} Try again; what hangs in the driver or on a dead disk goes only with a restart of the machine.`,
  );
}
