// A recipe with where each of its values comes from. Pure: files are read by readRecipe.
import { Recipe, type SettingSource } from '../contract/recipe.ts';
import { HumanError } from '../support/errors.ts';
import { contradiction } from './recipeChecks.ts';
import { settingsOf, type RecipeFile } from './recipeFile.ts';
import { settingProblem } from './settingProblem.ts';
import { layOver, leavesOf, type SettingTree } from './settingTree.ts';
import { unknownPath, unknownSetting } from './unknownSetting.ts';

export interface RecipeReading {
  readonly recipe: Recipe;
  /** Of each leaf by its path; a value that a person gave without saying so has none. */
  readonly sources: ReadonlyMap<string, SettingSource>;
  readonly notes: ReadonlyMap<string, string>;
}

/**
 * What a file says, laid over what it extends.
 * @param title names the file in messages
 * @throws HumanError with one line about the first thing that is wrong
 */
export function readingOf(
  file: RecipeFile,
  base: RecipeReading | null,
  title: string,
): RecipeReading {
  const { name, description } = file;
  const own = settingsOf(file);
  const whole = layOver(base?.recipe ?? {}, { version: 1, name, description, ...own });
  const unknown = unknownSetting(file, whole) ?? unknownPath(file, whole);
  if (unknown !== null) throw new HumanError(`${title} is not a recipe: ${unknown}`);
  const recipe = checked(whole, `${title} is not a recipe: `);
  const given = new Set(leavesOf(own).map(([path]) => path));
  return {
    recipe,
    sources: sourcesOf(recipe, file, base, given),
    notes: notesOf(file, base, given),
  };
}

/**
 * The reading with values changed; what is changed has no source and no note any more.
 * @throws HumanError when the changed recipe is none
 */
export function changedReading(
  { recipe, sources, notes }: RecipeReading,
  changes: SettingTree,
  title: string,
): RecipeReading {
  const changed = leavesOf(changes).map(([path]) => path);
  const whole = layOver(recipe, changes);
  const unknown = unknownSetting(changes, whole);
  if (unknown !== null) throw new HumanError(`${title}: ${unknown}`);
  const stays = ([path]: readonly [string, unknown]) => !changed.some((one) => touches(one, path));
  return {
    recipe: checked(whole, `${title}: `),
    sources: new Map([...sources].filter(stays)),
    notes: new Map([...notes].filter(stays)),
  };
}

function checked(tree: SettingTree, introduction: string): Recipe {
  const parsed = Recipe.safeParse(tree);
  if (!parsed.success) throw new HumanError(introduction + settingProblem(parsed.error, tree));
  const problem = contradiction(parsed.data);
  if (problem !== null) throw new HumanError(introduction + problem);
  return parsed.data;
}

function sourcesOf(
  recipe: Recipe,
  file: RecipeFile,
  base: RecipeReading | null,
  given: ReadonlySet<string>,
): ReadonlyMap<string, SettingSource> {
  const sources = new Map<string, SettingSource>();
  for (const [path] of settingLeaves(recipe)) {
    const inherited = given.has(path) ? undefined : base?.sources.get(path);
    const source = sourceNamed(path, file.sources) ?? inherited;
    if (source !== undefined) sources.set(path, source);
  }
  return sources;
}

/** The leaves that are settings, with their paths. */
export function settingLeaves({
  agent,
  sandbox,
  reward,
  training,
}: Recipe): ReturnType<typeof leavesOf> {
  return leavesOf({ agent, sandbox, reward, ...(training === undefined ? {} : { training }) });
}

/** The source said for the longest path that this one is or lies below. */
function sourceNamed(path: string, sources: RecipeFile['sources']): SettingSource | undefined {
  const names = path.split('.');
  for (let length = names.length; length > 0; length -= 1) {
    const source = sources[names.slice(0, length).join('.')];
    if (source !== undefined) return source;
  }
  return undefined;
}

/** A note on a value does not hold for the one that takes its place. */
function notesOf(
  file: RecipeFile,
  base: RecipeReading | null,
  given: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const inherited = [...(base?.notes ?? [])].filter(
    ([path]) => ![...given].some((one) => touches(one, path)),
  );
  return new Map([...inherited, ...Object.entries(file.notes)]);
}

/** True when one of the paths is the other or lies below it. */
function touches(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}
