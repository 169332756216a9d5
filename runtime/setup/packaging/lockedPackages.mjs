// The packages of the lock file, with what is needed to put them into a package for another platform than this one.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SetupError } from '../say.mjs';
import { isPlatformPackage, runsOn } from './targets.mjs';

/** @returns {Promise<Map<string, object>>} entries by their path below node_modules */
export async function readLock(root) {
  const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8'));
  const prefix = 'node_modules/';
  const entries = Object.entries(packages).filter(([key]) => key.startsWith(prefix));
  return new Map(entries.map(([key, entry]) => [key.slice(prefix.length), entry]));
}

/** The package that a file belongs to: `a/b.js` to `a`, `@s/a/node_modules/b/c.js` to `@s/a/node_modules/b`. */
export function packageOf(file) {
  const at = file.lastIndexOf('node_modules/');
  const start = at === -1 ? 0 : at + 'node_modules/'.length;
  const parts = file.slice(start).split('/');
  return file.slice(0, start) + parts.slice(0, parts[0]?.startsWith('@') ? 2 : 1).join('/');
}

/**
 * Packages with native code for one platform that the given packages ask for, directly or through each other.
 * @param {Map<string, object>} lock
 * @param {Iterable<string>} names
 * @param {{ os: string, cpu: string }} platform
 */
export function platformPackages(lock, names, platform) {
  const found = new Set();
  const look = (name) => {
    for (const optional of Object.keys(lock.get(name)?.optionalDependencies ?? {})) {
      const entry = lock.get(optional);
      if (entry === undefined || found.has(optional)) continue;
      if (!isPlatformPackage(entry) || !runsOn(entry, platform)) continue;
      if (isTooSpecial(optional) || isEmulated(optional, platform)) continue;
      found.add(optional);
      look(optional);
    }
  };
  for (const name of names) look(name);
  if (found.size > 0) return [...found].sort();
  throw new SetupError(
    `The lock file names no native packages for ${platform.os}-${platform.cpu}.`,
  );
}

/** Engines for graphics cards are several times as large as everything else; processors do without. */
function isTooSpecial(name) {
  return /-(cuda|cuda-ext|vulkan)$/.test(name);
}

/** Some packages say that they run on x64 too, in an emulator; their names say what they are made for. */
function isEmulated(name, { cpu }) {
  const madeFor = /-(x64|ia32|arm64|armv7l|riscv64)\b/.exec(name)?.[1];
  return madeFor !== undefined && madeFor !== cpu;
}
