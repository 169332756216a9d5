// What training on this computer is put together from: this very program, the folder of the trainer, and its Python.
import { homedir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PreparationOptions, TrainingPlace } from './launch/trainingPlace.ts';
import { cacheDirectory } from './support/cacheDirectory.ts';

/** The part of `process` that is used. */
export type ProgramProcess = Pick<
  NodeJS.Process,
  'execPath' | 'execArgv' | 'argv' | 'env' | 'platform'
>;

/** `folder` is that of the program's file: `dist/`, or `runtime/` when it runs from its sources. Both hold `trainer/`. */
export function trainingPlace(folder: string, program: ProgramProcess): TrainingPlace {
  const trainerFolder = path.join(folder, 'trainer');
  return {
    program: [program.execPath, ...fromAnywhere(program.execArgv), program.argv[1] ?? ''],
    trainerFolder,
    queueFolder: path.join(cacheFolder(program), 'queue'),
    preparePython: (options) => preparePython(trainerFolder, program, options),
  };
}

/** Modules that Node loads first are named from the current folder, which is another one for the processes of a run. */
function fromAnywhere(args: readonly string[]): string[] {
  return args.map((arg, index) => {
    if (arg.startsWith('--import=')) return `--import=${moduleAddress(arg.slice(9))}`;
    return args[index - 1] === '--import' ? moduleAddress(arg) : arg;
  });
}

function moduleAddress(name: string): string {
  return /^\.{0,2}\//.test(name) ? pathToFileURL(name).href : import.meta.resolve(name);
}

/** A Python that is named by the environment is taken as it is. */
async function preparePython(
  trainerFolder: string,
  { env, platform }: ProgramProcess,
  options: PreparationOptions,
): Promise<string> {
  const named = env['TOOL_R1_TRAINER_PYTHON'] ?? '';
  if (named !== '') return named;
  const { prepareTrainerEnvironment } = await import('./setup/trainerEnvironment.ts');
  const folder = cacheFolder({ platform, env });
  const place = { cacheFolder: folder, trainerFolder, platform, env };
  return prepareTrainerEnvironment({ ...place, ...options });
}

function cacheFolder({ platform, env }: Pick<ProgramProcess, 'platform' | 'env'>): string {
  return cacheDirectory({ platform, env, homeDirectory: homedir() });
}
