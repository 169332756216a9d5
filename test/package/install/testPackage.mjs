// The package of this machine's platform for the tests, made again when something that goes into it has changed. As a program
// it prints where the package is: `node test/package/install/testPackage.mjs`.
import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { makePackages } from '../../../runtime/setup/packaging/makePackage.mjs';
import { ownTarget } from '../../../runtime/setup/packaging/targets.mjs';
import { projectRoot } from '../../../runtime/setup/prepare.mjs';
import { say, SetupError } from '../../../runtime/setup/say.mjs';
import { hashFiles } from '../../../runtime/setup/stamp.mjs';
import { ensureFolder } from '../../vscode/install/atomicFolder.mjs';

const inside = [
  ...['runtime', 'extension', 'webview', 'media', 'esbuild.mjs', 'package.json'],
  ...['package-lock.json', 'README.md', 'CHANGELOG.md', 'LICENSE'],
];

/** @returns {Promise<string>} the file */
export async function prepareTestPackage() {
  const target = ownTarget();
  if (target === null) {
    throw new SetupError(`No package is made for ${process.platform} on ${process.arch}.`);
  }
  const hash = await hashFiles(projectRoot, inside, [target]);
  const short = createHash('sha256').update(hash).digest('hex').slice(0, 16);
  const home = path.join(projectRoot, '.cache', 'test-package');
  // A folder for each state, so that a package is never taken away from under tests that are running.
  const folder = path.join(home, short);
  await ensureFolder(folder, hash, async (output) => {
    await makePackages({ root: projectRoot, names: [target], output });
  });
  await removeOthers(home, short);
  const name = (await readdir(folder)).find((file) => file.endsWith('.vsix'));
  return path.join(folder, name);
}

/** Keeps the two newest; each is some 40 MB. */
async function removeOthers(home, current) {
  const entries = await readdir(home, { withFileTypes: true });
  const others = entries.filter((entry) => /^[0-9a-f]{16}$/.test(entry.name));
  if (others.length <= 3) return;
  for (const { name } of others.filter((entry) => entry.name !== current).slice(1)) {
    await rm(path.join(home, name), { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    process.stdout.write(`${await prepareTestPackage()}\n`);
  } catch (error) {
    say(error instanceof SetupError ? error.message : String(error.stack));
    process.exitCode = 1;
  }
}
