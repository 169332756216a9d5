// The modules that code can really import: those on the list of a recipe, without packages of a data pack that is not installed.
import type { DataPack } from './dataPack.ts';

/** Ending of a list entry that admits a package with everything in it. */
const wholePackage = '.*';

/**
 * Names as a prompt shows them, sorted; `numpy.*` becomes `numpy`, and is left out while no pack holds it.
 * @param allowed the list of the recipe
 */
export function importsAtHand(allowed: readonly string[], dataPack: DataPack | null): string[] {
  const packed = new Set(dataPack?.imports.map((name) => name.split('.')[0]));
  return allowed
    .filter(
      (name) => !name.endsWith(wholePackage) || packed.has(name.slice(0, -wholePackage.length)),
    )
    .map((name) => (name.endsWith(wholePackage) ? name.slice(0, -wholePackage.length) : name))
    .sort();
}
