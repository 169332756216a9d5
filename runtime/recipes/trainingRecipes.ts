// The recipes of the product that a training can be started with, each with one line about it.
import { builtInRecipes } from './builtInRecipes.ts';
import { readRecipe } from './readRecipe.ts';

export interface RecipeListing {
  readonly name: string;
  readonly description: string;
}

/** In the order in which a person reads them. */
export async function trainingRecipes(): Promise<RecipeListing[]> {
  // What is built in extends nothing of a folder.
  const read = [...builtInRecipes.keys()].map((name) => readRecipe(name, process.cwd()));
  const recipes = await Promise.all(read);
  return recipes
    .filter(({ training }) => training !== undefined)
    .map(({ name, description }) => ({ name, description }));
}
