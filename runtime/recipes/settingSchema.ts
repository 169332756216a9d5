// Reads from the schema of a recipe which settings there are, so that nothing else has to list them.
import * as z from 'zod';
import { Recipe } from '../contract/recipe.ts';
import { RewardSettings } from '../contract/rewardSettings.ts';
import { isTree, type SettingTree } from './settingTree.ts';

type Schema = z.core.$ZodType;
type Fields = ReadonlyMap<string, Schema>;

/** The fields of a recipe that a file or a person may give a value. */
export const recipeFields: Fields = new Map(
  Object.entries(Recipe.shape).filter(([name]) => name !== 'sources' && name !== 'notes'),
);

/** The kinds of reward that there are. */
export const rewardKinds: readonly string[] = RewardSettings.options.flatMap(({ shape }) => {
  const kind = withoutWrapping(shape.kind);
  return kind instanceof z.ZodLiteral ? [String(kind.value)] : [];
});

/**
 * The fields that a value of this schema has; null where it has none, as a number.
 * @param value chooses the fields where they depend on its `kind`
 */
export function fieldsOf(schema: Schema, value: unknown): Fields | null {
  const bare = withoutWrapping(schema);
  if (bare instanceof z.ZodObject) return new Map(Object.entries(bare.shape));
  if (!(bare instanceof z.ZodDiscriminatedUnion)) return null;
  const kind = isTree(value) ? value['kind'] : undefined;
  const options = bare.options.map((option) => fieldsOf(option, value));
  return options.find((fields) => isOfKind(fields, kind)) ?? null;
}

/** A kind that is left out is the one that the schema takes then. */
function isOfKind(fields: Fields | null, kind: unknown): boolean {
  const schema = fields?.get('kind');
  return schema !== undefined && z.safeParse(schema, kind).success;
}

function withoutWrapping(schema: Schema): Schema {
  let bare = schema;
  while (
    bare instanceof z.ZodOptional ||
    bare instanceof z.ZodNullable ||
    bare instanceof z.ZodDefault
  ) {
    bare = bare.unwrap();
  }
  return bare;
}

/** Path of every setting, those that hold others before them. @param tree chooses fields where they depend on a `kind` */
export function settingPaths(tree: SettingTree): string[] {
  return pathsBelow(recipeFields, tree, '');
}

function pathsBelow(fields: Fields, tree: SettingTree, above: string): string[] {
  return [...fields].flatMap(([name, schema]) => {
    const path = above === '' ? name : `${above}.${name}`;
    const value = tree[name];
    const below = fieldsOf(schema, value);
    return [path, ...(below === null ? [] : pathsBelow(below, isTree(value) ? value : {}, path))];
  });
}
