// A real extension module built for the ABI of the pinned Pyodide, from PyPI: proof for the data pack where numpy is not at hand.
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { sha256Of } from '../../runtime/support/download.ts';
import { errorMessage } from '../../runtime/support/errors.ts';
import { cacheDirectory } from './sandboxPool.ts';

const wheel = {
  requirement: 'msgspec==0.23.0',
  file: 'msgspec-0.23.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl',
  sha256: '1836f50ad87e7c56600b648a1b75c3bbcce62835cb1f489435fc5fee8d068831',
};
const target = [
  ...['--no-deps', '--only-binary=:all:', '--implementation', 'cp', '--python-version', '3.14'],
  ...['--abi', 'cp314', '--platform', 'pyemscripten_2026_0_wasm32'],
];

export type FetchedWheel =
  { readonly ok: true; readonly path: string } | { readonly ok: false; readonly reason: string };

/** The wheel in the cache, fetched with pip when it is not there. Without pip or PyPI the reason says so. */
export async function fetchExtensionWheel(): Promise<FetchedWheel> {
  const folder = path.join(cacheDirectory, 'test-wheels');
  const file = path.join(folder, wheel.file);
  try {
    if ((await sha256Of(file)) !== wheel.sha256) {
      await mkdir(folder, { recursive: true });
      const pip = ['-m', 'pip', 'download', '--quiet', ...target, '--dest', folder];
      await promisify(execFile)('python3', [...pip, wheel.requirement], { timeout: 120_000 });
    }
  } catch (error) {
    return { ok: false, reason: errorMessage(error).split('\n')[0] ?? '' };
  }
  const found = await sha256Of(file);
  if (found === wheel.sha256) return { ok: true, path: file };
  throw new Error(`${file} has checksum ${found ?? 'none'} instead of ${wheel.sha256}.`);
}
