// A recipe as people write it: whole, or only what differs from the recipe that it extends.
import * as z from 'zod';
import { SettingSource } from '../contract/recipe.ts';

const Settings = z.record(z.string(), z.unknown());

export const RecipeFile = z.looseObject({
  version: z.literal(1),
  name: z.string().min(1),
  description: z.string(),
  /** Name of a built-in recipe, or path of a file from the folder of this one. */
  extends: z.string().optional(),
  agent: Settings.optional(),
  sandbox: Settings.optional(),
  reward: Settings.optional(),
  training: Settings.optional(),
  sources: z.record(z.string(), SettingSource).default({}),
  notes: z.record(z.string(), z.string()).default({}),
});
export type RecipeFile = z.infer<typeof RecipeFile>;

/** The parts that hold settings; the rest of a file says what it is. */
export const settingParts = ['agent', 'sandbox', 'reward', 'training'] as const;

/** The settings of a file alone, by part. */
export function settingsOf(file: RecipeFile): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    settingParts.flatMap((part) => (file[part] === undefined ? [] : [[part, file[part]]])),
  );
}
