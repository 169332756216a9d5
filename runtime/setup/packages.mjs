// Installs the npm packages exactly as the lock file says, when they are not there yet.
import path from 'node:path';
import { capture, tail } from './runProgram.mjs';
import { SetupError, withClock } from './say.mjs';
import { hashFiles, isStamped, writeStamp } from './stamp.mjs';

/** The stamp lies inside node_modules, so that it goes when they go. */
export async function installPackages(root) {
  const stampFile = path.join(root, 'node_modules', '.tool-r1-installed');
  const facts = [process.platform, process.arch, process.versions.modules];
  const hash = await hashFiles(root, ['package-lock.json', '.npmrc'], facts);
  if (await isStamped(stampFile, hash)) return;
  const { code, output } = await withClock('Installing npm packages', () => npm(root, ['ci']));
  if (code !== 0) {
    throw new SetupError(
      `npm ci failed (exit code ${code}). Its last lines:\n\n${tail(output)}\n\nIs the network there? Mend that and start again.`,
    );
  }
  await writeStamp(stampFile, hash);
}

/** The npm that started this process, or the one on the path. */
function npm(root, args) {
  const quiet = [...args, '--no-audit', '--no-fund', '--no-progress'];
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) return capture(process.execPath, [script, ...quiet], { cwd: root });
  const program = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  return capture(program, quiet, { cwd: root });
}
