// The Python environment of the smolagents baseline, made once and kept in the cache.
import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const version = '1.26.0';

/** Path of a Python that can import smolagents, or null with the reason printed when it cannot be installed here. */
export async function smolagentsPython(cacheDirectory: string): Promise<string | null> {
  const folder = path.join(cacheDirectory, 'python', `smolagents-${version}`);
  const python = path.join(folder, 'bin', 'python');
  const ready = path.join(folder, 'ready');
  try {
    await access(ready);
    return python;
  } catch {
    // Not there yet: made below.
  }
  try {
    await run('python3', ['-m', 'venv', folder]);
    await run(python, ['-m', 'pip', 'install', '--quiet', `smolagents==${version}`]);
    await run('touch', [ready]);
    return python;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    console.error(`The smolagents baseline is left out: ${reason ?? 'unknown reason'}`);
    return null;
  }
}
