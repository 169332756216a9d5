// Finds names in a recipe file that stand for no setting: a misspelt switch must not be a switch that silently stays as it was.
import { nearestName } from './nearestName.ts';
import type { RecipeFile } from './recipeFile.ts';
import { fieldsOf, recipeFields, settingPaths } from './settingSchema.ts';
import { isTree, type SettingTree } from './settingTree.ts';

const mostNamed = 24;
const ofFiles = ['extends', 'sources', 'notes'];

/**
 * A sentence about the first unknown name; null when all are known.
 * @param file as it is written
 * @param whole the same with what it extends, which chooses the fields where they depend on a `kind`
 */
export function unknownSetting(file: SettingTree, whole: SettingTree): string | null {
  const rest = Object.entries(file).filter(([name]) => !ofFiles.includes(name));
  return firstUnknown(Object.fromEntries(rest), whole, recipeFields, '');
}

function firstUnknown(
  tree: SettingTree,
  whole: SettingTree,
  fields: ReturnType<typeof fieldsOf>,
  above: string,
): string | null {
  if (fields === null) return null;
  for (const [name, value] of Object.entries(tree)) {
    const schema = fields.get(name);
    if (schema === undefined) return noSuchSetting(name, fields.keys(), above);
    if (!isTree(value)) continue;
    const below = isTree(whole[name]) ? whole[name] : value;
    const problem = firstUnknown(value, below, fieldsOf(schema, below), join(above, name));
    if (problem !== null) return problem;
  }
  return null;
}

/** The same for the paths that sources and notes are about. */
export function unknownPath({ sources, notes }: RecipeFile, whole: SettingTree): string | null {
  const paths = new Set(settingPaths(whole));
  const unknown = [...Object.keys(sources), ...Object.keys(notes)].find((path) => !paths.has(path));
  return unknown === undefined ? null : noSuchSetting(unknown, paths, '');
}

function noSuchSetting(name: string, names: Iterable<string>, above: string): string {
  const known = [...names];
  const nearest = nearestName(name, known);
  const advice =
    nearest === null
      ? `what there is: ${known.slice(0, mostNamed).join(', ')}`
      : `did you mean ${nearest}?`;
  return `${join(above, name)} is not a setting; ${advice}`;
}

function join(above: string, name: string): string {
  return above === '' ? name : `${above}.${name}`;
}
