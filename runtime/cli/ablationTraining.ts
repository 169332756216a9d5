// The models of an ablation, trained row by row on this computer by `tool-r1 train`. A row that is trained is not trained again; one
// that was broken off goes on; one that still runs is looked on at.
import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { AblationRow } from '../evaluate/ablationRows.ts';
import { canonicalHash } from '../evaluate/canonicalJson.ts';
import { checkpointModelName } from '../policy/modelName.ts';
import { hasEnded, isSupervised, newestCheckpoint, readStatus } from '../store/runs/readRun.ts';
import { runsFolder } from '../store/runs/runFiles.ts';
import { HumanError } from '../support/errors.ts';
import type { CommandContext } from './command.ts';
import { exitCodes } from './exitCodes.ts';
import { shortPath } from './shortPath.ts';

export interface AblationTraining {
  readonly recipe: string;
  /** File of tasks to train on. */
  readonly tasks: string;
  /** Folder of the model that every row begins with. */
  readonly model: string;
  /** Further arguments of `tool-r1 train`, such as `--device cuda`. */
  readonly more: readonly string[];
}

/**
 * The newest checkpoint of the row's run, as `--model` takes it.
 * @throws HumanError when the run did not come to its end, or the abort reason of the signal
 */
export async function trainedModel(
  context: CommandContext,
  training: AblationTraining,
  row: AblationRow,
): Promise<string> {
  const { terminal, cwd, interrupts } = context;
  const folder = runFolder(cwd, training, row);
  const args = await trainArguments(folder, training, row);
  if (args !== null) {
    terminal.message(`Training the row ${row.row} in ${shortPath(cwd, folder)}`);
    const code = await runProgram(context, ['train', ...args]);
    interrupts.signal.throwIfAborted();
    if (code !== 0)
      throw notTrained(row, folder, `ended with ${code === null ? 'a signal' : `code ${code}`}`);
    if (!(await isTrained(folder))) throw notTrained(row, folder, 'was stopped before its end');
  }
  const step = await newestCheckpoint(folder);
  if (step === null) {
    throw new HumanError(`The run of the row ${row.row} left no checkpoint in ${folder}.`);
  }
  return checkpointModelName({ machine: null, run: path.basename(folder), step });
}

/** The same for the same training. */
function runFolder(cwd: string, training: AblationTraining, { row, changes }: AblationRow): string {
  const { recipe, tasks, model, more } = training;
  const places = [tasks, model].map((place) => path.resolve(cwd, place));
  const hash = canonicalHash({ recipe, changes, places, more }).slice(0, 8);
  const name = row.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
  return path.join(runsFolder(cwd), `ablation-${name}-${hash}`.toLowerCase());
}

/** Null where there is nothing left to train. */
async function trainArguments(
  folder: string,
  { recipe, tasks, model, more }: AblationTraining,
  { changes }: AblationRow,
): Promise<readonly string[] | null> {
  if (!(await isThere(folder))) {
    const sets = changes.flatMap((change) => ['--set', change]);
    return [
      '--out',
      folder,
      '--recipe',
      recipe,
      '--tasks',
      tasks,
      '--model',
      model,
      ...sets,
      ...more,
    ];
  }
  const status = await readStatus(folder);
  if (status?.state === 'done') return null;
  const goesOn = status !== null && !hasEnded(status) && isSupervised(status);
  return goesOn ? ['--watch', folder] : ['--resume', '--out', folder];
}

function isThere(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}

async function isTrained(folder: string): Promise<boolean> {
  return (await readStatus(folder))?.state === 'done';
}

function notTrained({ row }: AblationRow, folder: string, how: string): HumanError {
  return new HumanError(
    `The training of the row ${row} ${how}. What is wrong stands above and in ${path.join(folder, 'logs')}; the same command goes on.`,
  );
}

/** @throws HumanError for arguments that would train elsewhere, where this command cannot see how far a run is */
export function refuseElsewhere({ more }: Pick<AblationTraining, 'more'>): void {
  if (!more.some((one) => one.startsWith('--machine'))) return;
  throw new HumanError(
    'Rows are trained on this computer. On an attached machine train them with tool-r1 train --machine, then name each with --model checkpoint:RUN/STEP.',
  );
}

/** Its output is the person's to read; Ctrl+C reaches it by itself, other signals are handed on. */
function runProgram(
  { training, cwd, interrupts }: CommandContext,
  args: readonly string[],
): Promise<number | null> {
  const [node, ...before] = training.program;
  return new Promise((resolve, reject) => {
    const child = spawn(node, [...before, ...args], {
      cwd,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const end = (): void => {
      if (interrupts.exitCode !== exitCodes.cancelled) child.kill('SIGTERM');
    };
    interrupts.signal.addEventListener('abort', end, { once: true });
    child.once('error', reject);
    child.once('exit', (code) => {
      interrupts.signal.removeEventListener('abort', end);
      resolve(code);
    });
  });
}
