// What a difficulty filter is to do. Everything that a person can have got wrong is found here, before a model is opened.
import path from 'node:path';
import type { Recipe } from '../contract/recipe.ts';
import type { Task } from '../contract/task.ts';
import type { TrainingSettings } from '../contract/trainingSettings.ts';
import type { JudgeChoice } from '../judge/judgeChoice.ts';
import { readTrainingTasks, refuseUnanswered } from '../launch/trainingTasks.ts';
import { readRecipe } from '../recipes/readRecipe.ts';
import { trainingOf } from '../recipes/trainingOf.ts';
import { settingsHash } from '../training/taskSampling.ts';
import type { CommandContext } from './command.ts';
import { judgeChoice } from './openChosenJudge.ts';

export interface FilterOptions {
  readonly tasks: string;
  /** Built-in recipe or file. */
  readonly recipe: string;
  /** Each `path=value`. */
  readonly changes: readonly string[];
  readonly model: string;
  /** Of each task; null for as many as the recipe says. */
  readonly samples: number | null;
  readonly seed: number;
  readonly concurrency: number;
  /** File for the kept tasks alone; null writes none. */
  readonly out: string | null;
  readonly json: boolean;
}

export interface FilterPlan {
  readonly file: string;
  readonly tasks: readonly Task[];
  readonly recipe: Recipe;
  readonly training: TrainingSettings;
  readonly model: string;
  readonly judge: JudgeChoice;
  /** Of each task. */
  readonly samples: number;
  /** Of the samples that count. */
  readonly settingsHash: string;
}

/** @throws HumanError of one line, or FailureError at boundary `store` */
export async function planFilter(
  context: CommandContext,
  options: FilterOptions,
): Promise<FilterPlan> {
  const { cwd, interrupts } = context;
  const { model, seed } = options;
  const recipe = await readRecipe(options.recipe, cwd, options.changes);
  const training = trainingOf(recipe);
  const file = path.resolve(cwd, options.tasks);
  const all = { ...training.difficultyFilter, enabled: false };
  const { tasks } = await readTrainingTasks(file, all, interrupts.signal);
  refuseUnanswered(file, tasks);
  const { judge: name, judgeModel } = training;
  const judge = await judgeChoice(context, { judge: name, model: judgeModel ?? '', asks: 1 });
  const samples = options.samples ?? training.difficultyFilter.samples;
  const hash = settingsHash({ model, recipe, seed });
  return { file, tasks, recipe, training, model, judge, samples, settingsHash: hash };
}
