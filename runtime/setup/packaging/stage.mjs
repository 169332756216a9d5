// Lays out what a package holds, in a folder: the bundles, media and texts, and below dist/node_modules the modules and files
// that the bundles load from there.
import { access, appendFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unpackPackage } from '../npmPackage.mjs';
import { assets, isKeptOfPlatform, replaced } from './assets.mjs';
import { packageOf, platformPackages } from './lockedPackages.mjs';
import { noticesOf } from './notices.mjs';
import { canShrink, shrinkModule } from './shrinkModule.mjs';

/** At the top of the package, as they are in the project. */
const asTheyAre = ['README.md', 'CHANGELOG.md', 'LICENSE', 'media'];

/** The licences of what is taken from others. */
const noticesFile = 'THIRD-PARTY-NOTICES.txt';

/** Members of package.json that are about developing. */
const forDevelopers = [
  'private',
  'scripts',
  'bin',
  'allowScripts',
  'dependencies',
  'optionalDependencies',
  'devDependencies',
  'overrides',
];

/**
 * What is the same on every platform.
 * @param {{ root: string, folder: string, modules: readonly string[], bundled: readonly string[] }} plan `folder` has
 *   dist/ already; `modules` are paths below node_modules, `bundled` the packages inside the bundles
 */
export async function stageCommon({ root, folder, modules, bundled }) {
  for (const name of asTheyAre) {
    await cp(path.join(root, name), path.join(folder, name), { recursive: true });
  }
  await stageManifest(root, folder);
  await stageModules(root, folder, modules);
  const names = new Set([...bundled, ...modules.map(packageOf), ...Object.keys(assets)]);
  const folders = [...names].sort().map((name) => path.join(root, 'node_modules', name));
  await writeFile(path.join(folder, noticesFile), await noticesOf(folders));
}

async function stageManifest(root, folder) {
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  for (const name of forDevelopers) delete manifest[name];
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

async function stageModules(root, folder, modules) {
  const files = Object.entries(assets).flatMap(([name, inside]) =>
    inside.map((file) => `${name}/${file}`),
  );
  const manifests = new Set([...modules, ...files].flatMap(manifestsAbove));
  for (const file of [...modules, ...files]) await copyModule(root, folder, file);
  for (const file of manifests) await copyModule(root, folder, file);
  for (const [file, text] of Object.entries(replaced)) {
    const target = path.join(modulesIn(folder), file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  }
  await stageOnnxRuntime(folder);
}

/** A package may hold more than one: those in its folders say which kind of module the files there are. */
function manifestsAbove(file) {
  const top = packageOf(file);
  const found = [];
  for (let folder = path.posix.dirname(file); folder.length >= top.length;) {
    found.push(`${folder}/package.json`);
    folder = path.posix.dirname(folder);
  }
  return found;
}

async function copyModule(root, folder, file) {
  const source = path.join(root, 'node_modules', file);
  if (file.endsWith('package.json') && !(await exists(source))) return;
  const target = path.join(modulesIn(folder), file);
  await mkdir(path.dirname(target), { recursive: true });
  if (canShrink(file)) await shrinkModule(source, target);
  else await cp(source, target, { recursive: true });
}

async function exists(file) {
  return access(file).then(
    () => true,
    () => false,
  );
}

async function stageOnnxRuntime(folder) {
  const target = path.join(modulesIn(folder), 'onnxruntime-node');
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const manifest = { name: 'onnxruntime-node', type: 'module', exports: './runtime.mjs' };
  await writeFile(path.join(target, 'package.json'), JSON.stringify(manifest));
  await cp(new URL('onnxruntimeOnWasm.mjs', import.meta.url), path.join(target, 'runtime.mjs'));
}

/**
 * Native code for one platform, fetched where this machine does not have it.
 * @param {{ folder: string, lock: Map<string, object>, modules: readonly string[],
 *   platform: { os: string, cpu: string }, downloads: string }} plan
 * @returns {Promise<string[]>} where the packages are, below dist/node_modules
 */
export async function stagePlatform({ folder, lock, modules, platform, downloads }) {
  const names = platformPackages(lock, new Set(modules.map(packageOf)), platform);
  for (const name of names) {
    const { version, integrity } = lock.get(name);
    const source = await fetched(downloads, name, version, integrity);
    const filter = (file) => isKeptOfPlatform(file.replaceAll('\\', '/'));
    await cp(source, path.join(modulesIn(folder), name), { recursive: true, filter });
    await appendFile(path.join(folder, noticesFile), await noticesOf([source]));
  }
  return names;
}

/** Unpacked once and kept in the project's cache folder. */
async function fetched(downloads, name, version, integrity) {
  const target = path.join(downloads, `${name.replaceAll('/', '+')}@${version}`);
  if ((await readdir(target).catch(() => [])).includes('package.json')) return target;
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await unpackPackage({ name: `${name}@${version}`, integrity, inside: '.', folder: target });
  return target;
}

function modulesIn(folder) {
  return path.join(folder, 'dist', 'node_modules');
}
