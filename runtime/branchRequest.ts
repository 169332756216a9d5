// Makes a rollout request that goes on from another trajectory: a further question in its namespace, or a step of it with
// edited code. The record of the new one goes into the same file.
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import type { RolloutRequest } from './agentRuntime.ts';
import type { AgentSettings, Recipe } from './contract/recipe.ts';
import type { Task } from './contract/task.ts';
import type { Branch, Trajectory, TrajectoryStarted } from './contract/trajectory.ts';
import type { WebWish } from './contract/web.ts';
import { readRecipe } from './recipes/readRecipe.ts';
import { earlierQuestions, taskOfStep } from './rollout/branch.ts';
import { bareTask, mustHaveItsTools, type Names, reachOf } from './rolloutRequest.ts';
import { outputFolder, runName } from './store/trajectoryStore.ts';
import { chooseFiles, noFiles, type ChosenFiles } from './support/chosenFiles.ts';
import { HumanError, systemCode } from './support/errors.ts';

/** What both ways of going on have. */
interface BranchWish {
  readonly parent: Trajectory;
  /** The file that holds it. */
  readonly file: string;
  readonly model: string;
  readonly recipe: string;
  readonly changes: Partial<AgentSettings>;
  /** Null takes that of the parent, so that its code runs as it did. */
  readonly seed: number | null;
  readonly folder: string;
  /** What the person allowed of the web; absent for nothing. */
  readonly web?: WebWish;
  /** Model that looks at pictures; null or absent for none. */
  readonly visionModel?: string | null;
}

export interface FollowUpWish extends BranchWish {
  readonly question: string;
  /** Further files, absolute or from `folder`. */
  readonly files: readonly string[];
}

export interface RetryWish extends BranchWish {
  readonly step: number;
  readonly code: string;
}

/** @throws HumanError when the parent cannot be gone on from, or a file or the recipe cannot be used */
export async function followUpRequest(wish: FollowUpWish, names: Names): Promise<RolloutRequest> {
  const { parent, question, folder } = wish;
  const run = runName(names.now(), names.randomHex());
  const step = wholeSteps(parent);
  const branch: Branch = { relation: 'follow-up', parent, step, code: null };
  const further = wish.files.map((name) => path.resolve(folder, name));
  const files = [...new Set([...parent.started.task.files, ...further])];
  return request(wish, { run, branch, task: { ...bareTask(run), question, files } });
}

/** @throws HumanError as above, and when there is no such step */
export async function retryRequest(wish: RetryWish, names: Names): Promise<RolloutRequest> {
  const { parent, step, code } = wish;
  const run = runName(names.now(), names.randomHex());
  const steps = wholeSteps(parent);
  if (step > steps) {
    const count = steps === 1 ? 'one step' : `${steps} steps`;
    throw new HumanError(`The trajectory has ${count}, so step ${step} cannot be retried.`);
  }
  const branch: Branch = { relation: 'retry', parent, step: step - 1, code };
  return request(wish, { run, branch, task: taskOfStep(parent.started, step) });
}

/**
 * The files of a trajectory under the names that its code knows: those of the first question first, then what each further
 * question added.
 */
export function filesOfTrajectory({ earlier = [], task }: TrajectoryStarted): Promise<ChosenFiles> {
  return filesOfTasks([...earlier.map((question) => question.task), task]);
}

async function request(
  wish: BranchWish,
  made: { readonly run: string; readonly branch: Branch; readonly task: Task },
): Promise<RolloutRequest> {
  const { parent, file, folder, model, seed } = wish;
  const { run, branch, task } = made;
  await mustBeWritable(file);
  const recipe = await recipeOf(wish);
  const files = await filesOfTasks([...earlierQuestions(branch).map((one) => one.task), task]);
  mustHaveItsTools(recipe, files, wish.web);
  return {
    trajectoryId: run,
    task,
    files,
    model,
    recipe: { ...recipe, agent: { ...recipe.agent, ...wish.changes } },
    seed: seed ?? parent.started.seed,
    file,
    outputFolder: outputFolder(folder, run),
    labelsOf: folder,
    branch,
    ...reachOf(wish),
  };
}

/** The parent's own settings where the recipe is the same by name: a recipe may have changed since. */
function recipeOf({ recipe, parent, folder }: BranchWish): Promise<Recipe> {
  const recorded = parent.started.recipe;
  return recorded.name === recipe ? Promise.resolve(recorded) : readRecipe(recipe, folder);
}

async function filesOfTasks(tasks: readonly Task[]): Promise<ChosenFiles> {
  let chosen = noFiles;
  const known = new Set<string>();
  for (const { files } of tasks) {
    const added = files.filter((file) => !known.has(file));
    chosen = await chooseFiles(added, chosen);
    for (const file of added) known.add(file);
  }
  return chosen;
}

/** The number of steps. A gap cannot be run again, nor told to a policy. */
function wholeSteps({ steps, started }: Trajectory): number {
  const gap = steps.findIndex(({ index }, place) => index !== place + 1);
  if (gap < 0) return steps.length;
  throw new HumanError(
    `The file lacks step ${gap + 1} of ${started.trajectoryId}, so nothing can go on from it. Ask the question anew.`,
  );
}

async function mustBeWritable(file: string): Promise<void> {
  try {
    await access(file, constants.W_OK);
  } catch (error) {
    throw new HumanError(
      `The new trajectory cannot be added to ${file} (${systemCode(error) ?? 'unknown error'}). Make the file writable or copy it into the workspace.`,
    );
  }
}
