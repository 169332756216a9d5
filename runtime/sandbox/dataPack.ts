// The optional packages for tables and arrays (numpy, pandas and what they need), as the sandbox uses them: an unpacked
// folder that is mounted read-only, and the extension modules that must be loaded before the interpreter starts.
// How the pack gets onto the machine is dataPackInstall.ts's business.
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { failure, systemCode } from '../support/errors.ts';
import { parseJson } from '../support/parseJson.ts';
import { readPyodideRelease, type LockedPackage, type PyodideRelease } from './pyodideRelease.ts';

export interface DataPack {
  /** Changes with any file of the pack; part of the key of the snapshot that holds it. */
  readonly key: string;
  /** Host folder in the shape of site-packages. */
  readonly directory: string;
  /** WebAssembly libraries below the folder, with forward slashes, in the order in which to load them. */
  readonly libraries: readonly string[];
  /** Modules to import before the snapshot is taken, in this order. One that fails is left out. */
  readonly imports: readonly string[];
  readonly packages: readonly PackedPackage[];
}

export interface PackedPackage {
  readonly name: string;
  readonly version: string;
}

/** Where the pack is looked for and what it must fit. */
export interface DataPackPlace {
  readonly cacheDirectory: string;
  /** The installed npm package `pyodide`. */
  readonly pyodideDirectory: string;
}

/** What a person asks for by name. tzdata is not named as a dependency, but times with a zone need it. */
const wantedPackages = ['numpy', 'pandas', 'tzdata'];

/** Lies beside the unpacked folder and is written last: without it there is no pack. */
export const PackManifest = z.object({
  version: z.literal(1),
  key: z.string(),
  /** Name of the unpacked folder. */
  folder: z.string().regex(/^[A-Za-z0-9-]+$/),
  packages: z.array(z.object({ name: z.string(), version: z.string() })),
  libraries: z.array(z.object({ path: z.string(), bytes: z.int().nonnegative() })),
  imports: z.array(z.string()),
});
export type PackManifest = z.infer<typeof PackManifest>;

/** Folder of the pack for one Pyodide; packs of other versions lie beside it. */
export function packFolder(cacheDirectory: string, release: PyodideRelease): string {
  return path.join(cacheDirectory, 'data-pack', release.version);
}

export const packManifestName = 'pack.json';

/**
 * The packages of the pack and everything that they depend on, dependencies first.
 * @throws FailureError `sandbox/no-such-package` when this Pyodide has no such package
 */
export function packagesOf(release: PyodideRelease): readonly LockedPackage[] {
  const ordered = new Map<string, LockedPackage>();
  const visit = (name: string): void => {
    if (ordered.has(name)) return;
    const found = release.findPackage(name);
    if (found === null) {
      throw failure(
        'sandbox',
        'no-such-package',
        `Pyodide ${release.version} has no package ${name}, so there is no data pack for it.`,
      );
    }
    found.depends.forEach(visit);
    ordered.set(name, found);
  };
  wantedPackages.forEach(visit);
  return [...ordered.values()];
}

/** Names exactly these files: 16 hex digits. */
export function packKey(packages: readonly LockedPackage[]): string {
  const lines = packages.map((one) => `${one.name} ${one.version} ${one.sha256}`).sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);
}

/**
 * The installed pack that fits this Pyodide, or null when none is installed.
 * @throws FailureError `sandbox/broken-data-pack` when one is installed but damaged
 */
export async function loadDataPack(place: DataPackPlace): Promise<DataPack | null> {
  const release = await readPyodideRelease(place.pyodideDirectory);
  const folder = packFolder(place.cacheDirectory, release);
  const manifest = await readManifest(path.join(folder, packManifestName));
  if (manifest === null || manifest.key !== packKey(packagesOf(release))) return null;
  const directory = path.join(folder, manifest.folder);
  for (const library of manifest.libraries) {
    const size = await sizeOf(path.join(directory, library.path));
    if (size !== library.bytes) throw brokenPack(folder, `${library.path} is missing or cut`);
  }
  return {
    key: manifest.key,
    directory,
    libraries: manifest.libraries.map((library) => library.path),
    imports: manifest.imports,
    packages: manifest.packages,
  };
}

async function readManifest(file: string): Promise<PackManifest | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
  const parsed = parseJson(PackManifest, text);
  if (!parsed.ok) throw brokenPack(path.dirname(file), parsed.problem);
  return parsed.value;
}

async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function brokenPack(folder: string, problem: string): Error {
  return failure(
    'sandbox',
    'broken-data-pack',
    `The data pack in ${folder} is damaged (${problem}). Delete that folder and install the pack again.`,
  );
}
