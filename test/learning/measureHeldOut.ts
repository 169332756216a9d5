// Measures a model on the held-out tasks of a learning set: a run of the trainer at a rate that is too small to move a weight, with
// one recipe and so one reward for all models, whatever they were trained with.
import path from 'node:path';
import { learningRecipe, trainOnce } from './trainOnce.ts';

export interface HeldOutWish {
  /** The bundle of the program. */
  readonly cli: string;
  /** Folder of the learning set. */
  readonly set: string;
  /** A folder with a Hugging Face model. */
  readonly model: string;
  /** Folder of the run. */
  readonly run: string;
  /** Of the sampling; null for that of the recipe of the learning model, which is 1. */
  readonly temperature: number | null;
}

/** As `--set` takes it: not one bit of a weight changes. */
export const standingStill = 'learningRate=1e-12';

/** Six train steps of eight tasks see each of the 48 held-out tasks once. @throws Error when the run ends otherwise than done */
export function measureHeldOut(wish: HeldOutWish): Promise<void> {
  const { cli, set, model, run, temperature } = wish;
  const tasks = path.join(set, 'held-out.jsonl');
  const sampled = temperature === null ? [] : [`agent.temperature=${temperature}`];
  const changes = [standingStill, ...sampled];
  return trainOnce({ cli, recipe: learningRecipe, tasks, model, run, seed: 0, steps: 6, changes });
}
