// Installs the VS Code builds that the tests run in, and the browser that shows them. Everything is kept in the product's
// cache folder, outside of the checkout, so that only the first run takes minutes. As a program it prints, as one line of
// JSON, where everything is: `node test/vscode/install/prepareVscode.mjs`.
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { say, SetupError, withClock } from '../../../runtime/setup/say.mjs';
import { ensureProgram } from '../../../runtime/setup/systemPackages.mjs';
import { ensureFolder } from './atomicFolder.mjs';
import { unpackPackage } from '../../../runtime/setup/npmPackage.mjs';
import { installServer } from './vscodeServer.mjs';

const { cacheDirectory } = await tsImport(
  '../../../runtime/support/cacheDirectory.ts',
  import.meta.url,
);

/** Raised when the way of installing changes, so that folders of before are made anew. */
const recipe = 1;

const pinned = JSON.parse(await readFile(new URL('builds.json', import.meta.url), 'utf8'));

/**
 * @returns {Promise<{ chromium: string, builds: { vscode: string, node: string, server: string }[] }>} where things are
 */
export async function prepareVscode() {
  checkPlatform();
  const chromium = await need('Chromium', ['chromium', 'chromium-browser', 'google-chrome']);
  const ripgrep = await need('ripgrep', ['rg']);
  const builds = [];
  for (const build of pinned.builds) builds.push(await prepareBuild(build, ripgrep));
  return { chromium, builds };
}

function checkPlatform() {
  const known = `node-${process.platform}-${process.arch}@${pinned.builds[0].node}` in pinned.nodes;
  if (known) return;
  throw new SetupError(
    `The tests in VS Code need Linux on x64 or arm64, and this is ${process.platform} on ${process.arch}.\nOn a desktop run "npm run test:electron", and leave this part out by naming the others, for example "npm test -- unit".`,
  );
}

async function need(title, programs) {
  const packages = { Chromium: 'chromium', ripgrep: 'ripgrep' };
  const found = await ensureProgram({ title, programs, packages: [packages[title]] });
  if (found.ok) return found.program;
  throw new SetupError(`The tests in VS Code need ${title}. Install it: ${found.advice}`);
}

async function prepareBuild(build, ripgrep) {
  const node = await prepareNode(build.node);
  const folder = path.join(testCache(), `vscode-${build.vscode}`);
  const madeFrom = `${recipe} ${build.package} ${build.integrity} node ${build.node} ${process.arch}`;
  await ensureFolder(folder, madeFrom, (partial) =>
    withClock(`Installing VS Code ${build.vscode} for the tests`, () =>
      installServer(build, node, ripgrep, partial),
    ),
  );
  return {
    vscode: build.vscode,
    node: path.join(node, 'bin', 'node'),
    server: path.join(folder, 'out', 'server-main.js'),
  };
}

/** Each build gets the very Node it was made for; the one that runs this file may be another. */
async function prepareNode(version) {
  const name = `node-${process.platform}-${process.arch}@${version}`;
  const integrity = pinned.nodes[name];
  const folder = path.join(testCache(), `node-${version}`);
  await ensureFolder(folder, `${recipe} ${name} ${integrity}`, (partial) =>
    withClock(`Fetching Node ${version} for the tests`, () =>
      unpackPackage({ name, integrity, inside: '.', folder: partial }),
    ),
  );
  return folder;
}

function testCache() {
  const { platform, env } = process;
  return path.join(cacheDirectory({ platform, env, homeDirectory: homedir() }), 'test');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    process.stdout.write(`${JSON.stringify(await prepareVscode())}\n`);
  } catch (error) {
    say(error instanceof SetupError ? error.message : String(error.stack));
    process.exitCode = 1;
  }
}
