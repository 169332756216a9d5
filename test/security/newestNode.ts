// The newest Node that the sandbox is tested on, besides the one that runs the tests. It comes from the npm registry and
// stays in the cache. Run this file by itself to fetch it ahead of the tests.
import { execFile } from 'node:child_process';
import { access, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { cacheDirectory } from '../../runtime/support/cacheDirectory.ts';
import { errorMessage } from '../../runtime/support/errors.ts';

export const newestNodeVersion = '26.12.1';

/**
 * Path of the program, fetched when it is not in the cache yet.
 * @throws when there is no such package for this machine, or the registry cannot be reached
 */
export async function newestNode(): Promise<string> {
  const cache = cacheDirectory({
    platform: process.platform,
    homeDirectory: homedir(),
    env: process.env,
  });
  const folder = path.join(cache, 'node', newestNodeVersion);
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${system}-${process.arch}`;
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const file = path.join(folder, 'node_modules', name, program);
  if (await exists(file)) return file;
  await install(folder, `${name}@${newestNodeVersion}`);
  return file;
}

async function install(folder: string, what: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  try {
    await promisify(execFile)(
      npm,
      ['install', '--no-audit', '--no-fund', '--prefix', folder, what],
      {
        timeout: 300_000,
      },
    );
  } catch (error) {
    throw new Error(
      `${what} could not be installed (${errorMessage(error)}). The tests of the sandbox need it; check the connection to the npm registry.`,
      { cause: error },
    );
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(await newestNode());
}
