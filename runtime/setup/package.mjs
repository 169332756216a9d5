// `npm run package`: makes the installable package of the extension for each platform, or for those named by `--target`:
// `npm run package -- --target linux-x64`. Prints the size of each.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makePackages } from './packaging/makePackage.mjs';
import { targets } from './packaging/targets.mjs';
import { prepareProgram, projectRoot } from './prepare.mjs';
import { say, SetupError } from './say.mjs';

/** What a package may weigh, in bytes. */
const mostBytes = 40e6;

async function main() {
  const names = wantedTargets();
  await prepareProgram();
  const made = await makePackages({ root: projectRoot, names, output: projectRoot });
  for (const { file, bytes } of made) {
    process.stdout.write(`${path.relative(process.cwd(), file)}  ${(bytes / 1e6).toFixed(1)} MB\n`);
  }
  const heavy = made.filter(({ bytes }) => bytes > mostBytes).map(({ target }) => target);
  if (heavy.length === 0) return;
  throw new SetupError(`Over ${mostBytes / 1e6} MB: ${heavy.join(', ')}.`);
}

function wantedTargets() {
  const known = Object.keys(targets);
  let chosen;
  try {
    const options = { target: { type: 'string', multiple: true, short: 't' } };
    chosen = parseArgs({ options }).values.target;
  } catch (error) {
    throw new SetupError(`${error.message}\nUse: npm run package -- --target linux-x64`);
  }
  const unknown = (chosen ?? []).filter((name) => !known.includes(name));
  if (unknown.length === 0) return chosen ?? known;
  throw new SetupError(
    `There is no package for ${unknown.join(', ')}. Targets: ${known.join(', ')}.`,
  );
}

try {
  await main();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  say(`\n${error.message}`);
  process.exitCode = 1;
}
