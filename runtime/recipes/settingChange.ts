// `--set path=value`: one value of a recipe for one run. The path may leave out its start where only one setting ends so.
import { HumanError } from '../support/errors.ts';
import { parseJson } from '../support/parseJson.ts';
import * as z from 'zod';
import { nearestName } from './nearestName.ts';
import { settingPaths } from './settingSchema.ts';
import { treeWith, type SettingTree } from './settingTree.ts';

/**
 * The change as a tree to be laid over the recipe.
 * @param text as it was written
 * @param tree the recipe so far
 * @throws HumanError when no setting, or more than one, is meant
 */
export function settingChange(text: string, tree: SettingTree): SettingTree {
  const equals = text.indexOf('=');
  if (equals <= 0) {
    throw new HumanError(
      `--set ${text} changes nothing. Write it as path=value: queue.resample=false`,
    );
  }
  const path = settingNamed(text.slice(0, equals).trim(), tree);
  return treeWith(path.split('.'), valueOf(text.slice(equals + 1).trim()));
}

/** JSON where it is JSON, so that numbers, switches, lists and null are what they look like; otherwise the text itself. */
function valueOf(text: string): unknown {
  const parsed = parseJson(z.unknown(), text);
  return parsed.ok ? parsed.value : text;
}

function settingNamed(name: string, tree: SettingTree): string {
  const paths = settingPaths(tree).filter((path) => path !== 'version');
  if (paths.includes(name)) return name;
  const meant = paths.filter((path) => path.endsWith(`.${name}`));
  const [only] = meant;
  if (meant.length === 1 && only !== undefined) return only;
  throw new HumanError(
    meant.length === 0
      ? noSuchPath(name, paths)
      : `--set ${name} may be ${meant.join(' or ')}. Write the whole path.`,
  );
}

function noSuchPath(name: string, paths: readonly string[]): string {
  const endings = paths.flatMap((path) =>
    path.split('.').map((_, from, all) => all.slice(from).join('.')),
  );
  const nearest = nearestName(name, endings);
  const advice =
    nearest === null ? 'tool-r1 recipe show NAME lists what there is.' : `Did you mean ${nearest}?`;
  return `--set ${name}: there is no such setting. ${advice}`;
}
