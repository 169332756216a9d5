// One run of `tool-r1 train` on a learning set, in a folder of its own. A run that is done is left as it is.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { readStatus } from '../../runtime/store/runs/readRun.ts';

/** The recipe of the learning model, with every ingredient off. */
export const learningRecipe = path.join(import.meta.dirname, 'learning.json');

export interface TrainWish {
  /** The bundle of the program. */
  readonly cli: string;
  /** Built-in, or the file of one. */
  readonly recipe: string;
  readonly tasks: string;
  /** A folder with a Hugging Face model. */
  readonly model: string;
  readonly run: string;
  readonly seed: number;
  readonly steps: number;
  /** As `--set` takes them. */
  readonly changes: readonly string[];
}

/** Shows the progress of the run. @throws Error when it ends otherwise than done */
export async function trainOnce(wish: TrainWish): Promise<void> {
  if ((await readStatus(wish.run))?.state === 'done') return;
  const child = spawn(process.execPath, [wish.cli, 'train', ...argumentsOf(wish)], {
    stdio: 'inherit',
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', resolve);
  });
  if (code !== 0) throw new Error(`The run ${wish.run} ended with code ${code ?? 'none, killed'}.`);
}

export function argumentsOf(wish: Omit<TrainWish, 'cli'>): readonly string[] {
  const { recipe, tasks, model, run, seed, steps, changes } = wish;
  return [
    ...['--recipe', recipe, '--tasks', tasks, '--model', model, '--out', run],
    ...['--seed', String(seed), '--steps', String(steps), '--save-every', String(steps)],
    ...changes.flatMap((change) => ['--set', change]),
  ];
}
