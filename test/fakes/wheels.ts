// Small Python wheels, and a Pyodide folder whose package list names them, made for one test.
import { createHash } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import type { TemporaryFolder } from './temporaryFolder.ts';

export interface FakePackage {
  readonly name: string;
  readonly version: string;
  readonly depends?: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

export function wheelName(one: FakePackage): string {
  return `${one.name.replaceAll('-', '_')}-${one.version}-py3-none-any.whl`;
}

export function wheelBytes(one: FakePackage): Uint8Array {
  const entries = Object.entries(one.files).map(([name, text]) => [name, strToU8(text)] as const);
  return zipSync(Object.fromEntries(entries), { mtime: '2020-01-01T00:00:00Z' });
}

/** Writes `package.json` and `pyodide-lock.json` into `pyodide/` below the folder and returns that path. */
export async function writeRelease(
  folder: TemporaryFolder,
  version: string,
  packages: readonly FakePackage[],
): Promise<string> {
  const locked = packages.map((one) => ({
    name: one.name,
    version: one.version,
    file_name: wheelName(one),
    sha256: createHash('sha256').update(wheelBytes(one)).digest('hex'),
    depends: one.depends ?? [],
    imports: [one.name === 'python-dateutil' ? 'dateutil' : one.name],
    install_dir: 'site',
  }));
  const lock = {
    info: { abi_version: '2026_0', arch: 'wasm32', platform: 'emscripten', python: '3.14.2' },
    packages: Object.fromEntries(locked.map((one) => [one.name, one])),
  };
  await folder.write('pyodide/package.json', JSON.stringify({ name: 'pyodide', version }));
  await folder.write('pyodide/pyodide-lock.json', JSON.stringify(lock));
  return `${folder.path}/pyodide`;
}
