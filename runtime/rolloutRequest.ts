// Makes a rollout request from what a client asked for; the terminal and the process for the extension share it.
import path from 'node:path';
import type { RolloutRequest } from './agentRuntime.ts';
import type { AgentSettings, Recipe } from './contract/recipe.ts';
import type { Task } from './contract/task.ts';
import type { WebWish } from './contract/web.ts';
import { readRecipe } from './recipes/readRecipe.ts';
import { outputFolder, runName, trajectoryFile } from './store/trajectoryStore.ts';
import { chooseFiles, type ChosenFiles } from './support/chosenFiles.ts';
import { toolChoice } from './tools/toolChoice.ts';

/** Moments and names, passed in so that tests can set them. */
export interface Names {
  /** ISO 8601. */
  readonly now: () => string;
  /** At least 8 hexadecimal digits that do not repeat. */
  readonly randomHex: () => string;
}

export interface Wish {
  /** The stored task that is asked; null for a question of its own, whose task gets the name of the run. */
  readonly task: Task | null;
  readonly question: string;
  /** Files and folders, absolute or from `folder`. */
  readonly files: readonly string[];
  readonly referenceAnswer: string | null;
  readonly model: string;
  /** Name of a built-in recipe, or a file. */
  readonly recipe: string;
  /** Settings that differ from the recipe. */
  readonly changes: Partial<AgentSettings>;
  /** Null takes one by chance. */
  readonly seed: number | null;
  /** What the person allowed of the web; absent for nothing. */
  readonly web?: WebWish;
  /** Model that looks at pictures; null or absent for none. */
  readonly visionModel?: string | null;
  /** Trajectory file; null chooses one in the folder's `.tool-r1/`. */
  readonly file: string | null;
  /** Folder that relative paths start from and that keeps the trajectory. */
  readonly folder: string;
}

/** @throws HumanError when a file or the recipe cannot be used */
export async function rolloutRequest(wish: Wish, names: Names): Promise<RolloutRequest> {
  const run = runName(names.now(), names.randomHex());
  const { folder, question, referenceAnswer } = wish;
  const files = wish.files.map((name) => path.resolve(folder, name));
  const recipe = await readRecipe(wish.recipe, folder);
  const chosen = await chooseFiles(files);
  mustHaveItsTools(recipe, chosen, wish.web);
  return {
    trajectoryId: run,
    task: { ...(wish.task ?? bareTask(run)), question, files, referenceAnswer },
    files: chosen,
    model: wish.model,
    recipe: { ...recipe, agent: { ...recipe.agent, ...wish.changes } },
    seed: wish.seed ?? Number.parseInt(names.randomHex().slice(0, 7), 16),
    file: path.resolve(folder, wish.file ?? trajectoryFile(folder, run)),
    outputFolder: outputFolder(folder, run),
    labelsOf: folder,
    branch: null,
    ...reachOf(wish),
  };
}

/** Says what a recipe needs before anything is opened. @throws HumanError */
export function mustHaveItsTools(
  recipe: Recipe,
  files: ChosenFiles,
  web: WebWish | undefined,
): void {
  toolChoice({ recipe, files, hasWeb: web !== undefined && web.mode.type !== 'off' });
}

/** What a wish allows, where it allows anything. */
export function reachOf({
  web,
  visionModel = null,
}: Pick<Wish, 'web' | 'visionModel'>): Pick<RolloutRequest, 'web' | 'visionModel'> {
  return {
    ...(web === undefined ? {} : { web }),
    ...(visionModel === null ? {} : { visionModel }),
  };
}

export function bareTask(id: string): Task {
  return {
    version: 1,
    id,
    question: '',
    files: [],
    referenceAnswer: null,
    level: null,
    source: null,
    metadata: {},
  };
}
