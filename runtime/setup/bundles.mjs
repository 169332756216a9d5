// Builds dist/ when a source changed since the last build.
import path from 'node:path';
import { capture, tail } from './runProgram.mjs';
import { SetupError, withClock } from './say.mjs';
import { hashFiles, isStamped, writeStamp } from './stamp.mjs';

const sources = ['runtime', 'extension', 'webview', 'esbuild.mjs', 'package-lock.json'];

export async function buildBundles(root) {
  const stampFile = path.join(root, 'dist', '.built');
  const hash = await hashFiles(root, sources);
  if (await isStamped(stampFile, hash)) return;
  const { code, output } = await withClock('Building', () =>
    capture(process.execPath, ['esbuild.mjs'], { cwd: root }),
  );
  if (code !== 0) throw new SetupError(`The build failed:\n\n${tail(output, 60)}`);
  await writeStamp(stampFile, hash);
}
