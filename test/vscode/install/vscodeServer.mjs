// Installs the server of one VS Code build. The npm package of code-server carries VS Code's own server and workbench; only
// that part is taken, and its native parts are built against the Node that runs it.
import { access, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { npm, succeed, unpackPackage } from '../../../runtime/setup/npmPackage.mjs';

/** Terminals, log files, and the watch that ends an extension host without its server. */
const nativeModules = [
  'node-pty',
  '@vscode/spdlog',
  'native-watchdog',
  '@vscode/native-watchdog',
  '@vscode/fs-copyfile',
];

/** Weight that no test uses. */
const unused = ['node_modules/@github', 'node_modules/@microsoft/mxc-sdk', 'extensions/copilot'];

/**
 * @param {{ package: string, integrity: string }} build
 * @param {string} nodeFolder holds bin/node and include/node
 * @param {string} ripgrep where the program rg is
 * @param {string} folder to fill
 */
export async function installServer(build, nodeFolder, ripgrep, folder) {
  const { package: name, integrity } = build;
  await unpackPackage({ name, integrity, inside: 'lib/vscode', folder });
  // `npm ci` refuses the shrinkwrap file of these packages, which `npm install` follows.
  await npm(['install', '--omit=dev'], folder);
  await npm(['install', '--omit=dev'], path.join(folder, 'extensions'));
  for (const name of unused) await rm(path.join(folder, name), { recursive: true, force: true });
  for (const name of nativeModules) await buildModule(folder, name, nodeFolder);
  await linkRipgrep(folder, ripgrep);
  await removeMaps(folder);
  const server = path.join(folder, 'out', 'server-main.js');
  await succeed(path.join(nodeFolder, 'bin', 'node'), [server, '--version'], { cwd: folder });
}

async function buildModule(folder, name, nodeFolder) {
  const cwd = path.join(folder, 'node_modules', name);
  if (!(await exists(path.join(cwd, 'binding.gyp')))) return;
  const programs = (await succeed('npm', ['root', '-g'], { cwd: folder })).trim();
  const gyp = path.join(programs, 'npm', 'node_modules', 'node-gyp', 'bin', 'node-gyp.js');
  const bin = path.join(nodeFolder, 'bin');
  const env = {
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env.PATH}`,
    npm_config_nodedir: nodeFolder,
  };
  await succeed(path.join(bin, 'node'), [gyp, 'rebuild', '--jobs', '2'], { cwd, env });
  await rm(path.join(cwd, 'build', 'Release', 'obj.target'), { recursive: true, force: true });
}

/** Its package downloads the program when it is installed; the system's does the same work. */
async function linkRipgrep(folder, ripgrep) {
  const home = path.join(folder, 'node_modules', '@vscode', 'ripgrep');
  if (!(await exists(home))) return;
  await mkdir(path.join(home, 'bin'), { recursive: true });
  await rm(path.join(home, 'bin', 'rg'), { force: true });
  await symlink(ripgrep, path.join(home, 'bin', 'rg'));
}

async function removeMaps(folder) {
  const names = await readdir(folder, { recursive: true });
  const maps = names.filter((name) => name.endsWith('.map'));
  await Promise.all(maps.map((name) => rm(path.join(folder, name), { force: true })));
}

async function exists(file) {
  return access(file).then(
    () => true,
    () => false,
  );
}
