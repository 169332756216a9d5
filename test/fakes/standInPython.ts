// A Python for the account of a machine: the modules of the trainer are stand-ins in it, everything else is as it is. Named there by
// TOOL_R1_TRAINER_PYTHON, as a person names a Python that has what the trainer needs.
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Wishes } from './supervisedRun.ts';

const standIn = path.join(import.meta.dirname, 'trainingProcess.py');

/** Gives the program. Its rollout server is the real one. */
export async function writeStandInPython(folder: string, wishes: Wishes = {}): Promise<string> {
  await mkdir(folder, { recursive: true });
  const program = path.join(folder, 'python');
  const text = `#!/bin/sh
export TOOL_R1_STAND_IN='${JSON.stringify(wishes)}'
case "$2" in
  tool_r1_trainer) shift 2; exec python3 '${standIn}' trainer "$@" ;;
  tool_r1_trainer.token_server) shift 2; exec python3 '${standIn}' tokens "$@" ;;
esac
exec python3 "$@"
`;
  await writeFile(program, text);
  await chmod(program, 0o755);
  return program;
}
