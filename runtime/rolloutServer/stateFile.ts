// The training state beside the weights of a checkpoint. Written whole or not at all, because a run that went on from a part of its
// queues would not be the same run.
import path from 'node:path';
import { replaceFile } from '../store/atomicFile.ts';
import { readLines } from '../store/lineReader.ts';
import { FailureError } from '../support/errors.ts';
import type { Parsed } from '../support/parseJson.ts';
import type { TrainingState } from '../training/trainingState.ts';
import { trainingStateLines, trainingStateReader } from '../training/trainingStateFile.ts';
import { WireProblem } from './wireProblem.ts';

const fileName = 'rollout_state.jsonl';

/**
 * The folder that a request names, inside the folder of the run.
 * @throws WireProblem for any other place
 */
export function checkpointFolder(runFolder: string, dir: string): string {
  const folder = path.resolve(runFolder, dir);
  const inside = path.relative(runFolder, folder);
  if (inside !== '' && !inside.startsWith('..') && !path.isAbsolute(inside)) return folder;
  throw new WireProblem(400, `${dir} is not inside the folder of the run.`);
}

/** Resolves when the state is on disk. @throws FailureError at boundary `store` */
export async function writeState(folder: string, state: TrainingState): Promise<void> {
  await replaceFile(path.join(folder, fileName), ended(trainingStateLines(state)));
}

/** @throws WireProblem when there is no state, or it is damaged */
export async function readState(folder: string): Promise<TrainingState> {
  const file = path.join(folder, fileName);
  const state = await parsed(file);
  if (state.ok) return state.value;
  throw new WireProblem(
    422,
    `${file} is damaged: ${state.problem}. Resume from an earlier checkpoint.`,
  );
}

async function parsed(file: string): Promise<Parsed<TrainingState>> {
  try {
    const reader = trainingStateReader();
    for await (const { text } of readLines(file)) reader.take(text ?? '');
    return reader.state();
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    throw new WireProblem(
      422,
      `${error.message} The checkpoint is not whole; resume from an earlier one.`,
    );
  }
}

function* ended(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}
