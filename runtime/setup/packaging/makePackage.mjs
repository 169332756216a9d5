// Makes the installable package of the extension for one platform after the other.
import { cp, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { capture, tail } from '../runProgram.mjs';
import { SetupError, withClock } from '../say.mjs';
import { packageOf, readLock } from './lockedPackages.mjs';
import { stageCommon, stagePlatform } from './stage.mjs';
import { targets } from './targets.mjs';
import { tracedModules } from './tracedModules.mjs';

/**
 * @param {{ root: string, names: readonly string[], output: string }} wanted `names` of targets, `output` the folder for
 *   the packages
 * @returns {Promise<{ target: string, file: string, bytes: number }[]>}
 */
export async function makePackages({ root, names, output }) {
  const cache = path.join(root, '.cache');
  await mkdir(cache, { recursive: true });
  await mkdir(output, { recursive: true });
  // Below the project, so that the bundles find node_modules while their imports are followed.
  const work = await mkdtemp(path.join(cache, 'package-'));
  try {
    const common = path.join(work, 'common');
    const modules = await withClock('Building for the package', () => prepare(root, common));
    const lock = await readLock(root);
    const made = [];
    for (const target of names) {
      const folder = path.join(work, target);
      await cp(common, folder, { recursive: true });
      const downloads = path.join(cache, 'packages');
      const file = await withClock(`Packing for ${target}`, async () => {
        await stagePlatform({ folder, lock, modules, platform: targets[target], downloads });
        return pack(root, folder, target, output);
      });
      made.push({ target, file, bytes: (await stat(file)).size });
      await rm(folder, { recursive: true });
    }
    return made;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Lays out what every platform gets; returns the modules that the bundles reach. */
async function prepare(root, folder) {
  const dist = path.join(folder, 'dist');
  const inputs = path.join(folder, 'inputs.json');
  await mkdir(dist, { recursive: true });
  const build = ['esbuild.mjs', '--minify', `--out=${dist}`, `--inputs=${inputs}`];
  await succeed(process.execPath, build, { cwd: root });
  const bundled = JSON.parse(await readFile(inputs, 'utf8'))
    .filter((file) => file.startsWith('node_modules/'))
    .map((file) => packageOf(file.slice('node_modules/'.length)));
  await rm(inputs);
  const modules = await tracedModules(root, dist);
  await stageCommon({ root, folder, modules, bundled });
  return modules;
}

async function pack(root, folder, target, output) {
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  const file = path.join(output, `${manifest.name}-${target}-${manifest.version}.vsix`);
  const vsce = path.join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
  const options = [
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
  ];
  const args = [vsce, 'package', '--target', target, '--out', file, ...options];
  await succeed(process.execPath, args, { cwd: folder });
  return file;
}

async function succeed(program, args, options) {
  const { code, output } = await capture(program, args, options);
  if (code === 0) return;
  throw new SetupError(`${path.basename(args[0])} failed (exit code ${code}):\n\n${tail(output)}`);
}
