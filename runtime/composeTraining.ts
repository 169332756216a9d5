// What training on this computer is put together from: this very program, the folder of the trainer, and its Python.
import path from 'node:path';
import type { TrainingPlace } from './launch/trainingPlace.ts';
import { HumanError } from './support/errors.ts';

/** The part of `process` that is used. */
export interface ProgramProcess {
  readonly execPath: string;
  readonly execArgv: readonly string[];
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** `folder` is that of the program's file: `dist/`, or `runtime/` when it runs from its sources. Both hold `trainer/`. */
export function trainingPlace(folder: string, program: ProgramProcess): TrainingPlace {
  const trainerFolder = path.join(folder, 'trainer');
  return {
    program: [program.execPath, ...program.execArgv, program.argv[1] ?? ''],
    trainerFolder,
    preparePython: () => {
      const given = program.env['TOOL_R1_TRAINER_PYTHON'] ?? '';
      if (given !== '') return Promise.resolve(given);
      throw new HumanError('No Python with the trainer. Name one by TOOL_R1_TRAINER_PYTHON.');
    },
  };
}
