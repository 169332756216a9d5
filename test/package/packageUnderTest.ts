// The package that the tests look at: the one that the runner names, or one made now.
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { unzipSync, type Unzipped } from 'fflate';
import { projectRoot } from '../vscode/installation.ts';

const program = path.join(import.meta.dirname, 'install', 'testPackage.mjs');

/** The path of the VSIX file. Making one takes a minute. */
export async function packageUnderTest(): Promise<string> {
  const named = process.env['TOOL_R1_TEST_VSIX'];
  if (named !== undefined && named !== '') return named;
  const { stdout } = await promisify(execFile)(process.execPath, [program], { cwd: projectRoot });
  return stdout.trim();
}

/** Every file of the package by its path. */
export async function filesOfPackage(vsix: string): Promise<Unzipped> {
  return unzipSync(await readFile(vsix));
}

/** Lays the files out as an editor does; the extension is then in `extension/`. */
export async function unpack(files: Unzipped, folder: string): Promise<void> {
  for (const [name, bytes] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
}
