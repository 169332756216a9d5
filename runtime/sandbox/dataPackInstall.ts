// Brings the data pack onto the machine: fetches the wheels that Pyodide's own list names, checks each against the checksum
// there, and unpacks them. Calling this is the consent of a person; the sandbox process itself never fetches anything.
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { download, DownloadError, type DownloadOptions } from '../support/download.ts';
import { errorMessage, failure } from '../support/errors.ts';
import { withFileLock } from '../support/fileLock.ts';
import {
  loadDataPack,
  packagesOf,
  packFolder,
  packKey,
  packManifestName,
  type DataPack,
  type DataPackPlace,
  type PackManifest,
} from './dataPack.ts';
import { readPyodideRelease, type LockedPackage, type PyodideRelease } from './pyodideRelease.ts';
import { unpackWheel, type UnpackedFile } from './wheel.ts';

export interface DataPackOffer {
  /** Each as `numpy 2.4.6`. */
  readonly packages: readonly string[];
  /** Address below which the wheels lie, with a slash at its end. */
  readonly source: string;
  readonly isInstalled: boolean;
}

export interface DataPackOptions extends DownloadOptions {
  /** Another place with the same files, for example inside a company. Default: the CDN of the Pyodide project. */
  readonly source?: string;
}

/** What an installation would fetch and from where, for the question to the person. */
export async function describeDataPack(
  place: DataPackPlace,
  source?: string,
): Promise<DataPackOffer> {
  const release = await readPyodideRelease(place.pyodideDirectory);
  return {
    packages: packagesOf(release).map((one) => `${one.name} ${one.version}`),
    source: sourceOf(release, source),
    isInstalled: (await usablePack(place)) !== null,
  };
}

/**
 * Installs the pack, or finds it installed. Interrupted work is continued by the next call.
 * @throws FailureError at boundary `sandbox`; the abort reason of the signal
 */
export async function installDataPack(
  place: DataPackPlace,
  options: DataPackOptions,
): Promise<DataPack> {
  const release = await readPyodideRelease(place.pyodideDirectory);
  const folder = packFolder(place.cacheDirectory, release);
  await mkdir(folder, { recursive: true });
  return withFileLock(path.join(folder, 'install.lock'), options.signal, async () => {
    const installed = await usablePack(place);
    if (installed !== null) return installed;
    await install(release, folder, options);
    const pack = await loadDataPack(place);
    if (pack === null) throw failure('sandbox', 'data-pack', `${folder} changed while installing.`);
    return pack;
  });
}

/** A damaged pack counts as none: installing mends it. */
async function usablePack(place: DataPackPlace): Promise<DataPack | null> {
  return loadDataPack(place).catch(() => null);
}

async function install(
  release: PyodideRelease,
  folder: string,
  options: DataPackOptions,
): Promise<void> {
  const packages = packagesOf(release);
  const key = packKey(packages);
  const wheels = path.join(folder, 'wheels');
  for (const one of packages) await fetchWheel(release, one, wheels, options);

  const site = path.join(folder, `site-${key}`);
  await rm(path.join(folder, packManifestName), { force: true });
  await rm(site, { recursive: true, force: true });
  const files = await unpackAll(packages, wheels, site, options);
  await writeManifest(folder, manifestOf(key, path.basename(site), packages, files));
  await rm(wheels, { recursive: true, force: true });
}

async function fetchWheel(
  release: PyodideRelease,
  one: LockedPackage,
  wheels: string,
  options: DataPackOptions,
): Promise<void> {
  const request = {
    url: sourceOf(release, options.source) + one.file_name,
    path: path.join(wheels, one.file_name),
    sha256: one.sha256,
    activity: `Fetching ${one.name} ${one.version}`,
  };
  try {
    await download(request, options);
  } catch (error) {
    if (!(error instanceof DownloadError)) throw error;
    throw failure(
      'sandbox',
      `data-pack-${error.problem}`,
      `The data pack could not be installed: ${error.message} Without it the agent works with the standard library.`,
      error,
    );
  }
}

async function unpackAll(
  packages: readonly LockedPackage[],
  wheels: string,
  site: string,
  options: DataPackOptions,
): Promise<UnpackedFile[]> {
  const files: UnpackedFile[] = [];
  for (const [done, one] of packages.entries()) {
    const activity = `Unpacking ${one.name}`;
    options.onProgress({ activity, done, total: packages.length, unit: 'files' });
    const wheel = path.join(wheels, one.file_name);
    try {
      files.push(...(await unpackWheel(wheel, site, options.signal)));
    } catch (error) {
      options.signal.throwIfAborted();
      throw failure(
        'sandbox',
        'data-pack-unpack',
        `${wheel} could not be unpacked (${errorMessage(error)}). Make room in ${path.dirname(site)} and try again.`,
        error,
      );
    }
  }
  return files;
}

function manifestOf(
  key: string,
  folder: string,
  packages: readonly LockedPackage[],
  files: readonly UnpackedFile[],
): PackManifest {
  const libraries = files.filter((file) => file.path.endsWith('.so'));
  const extensions = libraries.flatMap((library) => moduleOf(library.path) ?? []);
  return {
    version: 1,
    key,
    folder,
    packages: packages.map(({ name, version }) => ({ name, version })),
    libraries,
    imports: [...new Set([...packages.flatMap((one) => one.imports), ...extensions])],
  };
}

/** `numpy/linalg/_umath.cpython-314-wasm32-emscripten.so` is module `numpy.linalg._umath`; plain libraries are none. */
function moduleOf(library: string): string | null {
  const match = /^([^.]+)\.(?:cpython|abi3)[^/]*\.so$/.exec(library);
  return match?.[1]?.replaceAll('/', '.') ?? null;
}

async function writeManifest(folder: string, manifest: PackManifest): Promise<void> {
  const file = path.join(folder, packManifestName);
  await writeFile(`${file}.new`, JSON.stringify(manifest, null, 2));
  await rename(`${file}.new`, file);
}

function sourceOf(release: PyodideRelease, source?: string): string {
  const chosen = source ?? `https://cdn.jsdelivr.net/pyodide/v${release.version}/full/`;
  return chosen.endsWith('/') ? chosen : `${chosen}/`;
}
