// What `tool-r1 train` is started with, without a model: the real supervisor, and stand-ins for the processes of a run.
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TrainingPlace } from '../../runtime/launch/trainingPlace.ts';
import { supervisorFile, type Wishes } from './supervisedRun.ts';

const standIn = path.join(import.meta.dirname, 'trainingProcess.py');

const trainer = path.join(path.dirname(supervisorFile), 'tool_r1_trainer');
/** They need no packages. */
const realModules = ['__init__.py', 'failures.py', 'far_sampler.py', 'policy_receiver.py'];

/** Makes the folder of a trainer whose modules are stand-ins. */
export async function standInTrainer(folder: string): Promise<TrainingPlace> {
  const module = path.join(folder, 'tool_r1_trainer');
  await mkdir(module, { recursive: true });
  await copyFile(supervisorFile, path.join(folder, 'supervisor.py'));
  await writeFile(path.join(module, '__main__.py'), playing('trainer'));
  await writeFile(path.join(module, 'token_server.py'), playing('tokens'));
  for (const name of realModules) await copyFile(path.join(trainer, name), path.join(module, name));
  return {
    program: ['python3', standIn],
    trainerFolder: folder,
    queueFolder: path.join(folder, 'queue'),
    preparePython: () => Promise.resolve('python3'),
  };
}

/** The environment variable with wishes for the stand-ins. */
export function standInWishes(wishes: Wishes): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', TOOL_R1_STAND_IN: JSON.stringify(wishes) };
}

function playing(role: string): string {
  return `import runpy, sys\nsys.argv.insert(1, ${JSON.stringify(role)})\nrunpy.run_path(${JSON.stringify(standIn)}, run_name="__main__")\n`;
}
