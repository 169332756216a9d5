// Real sandboxes for tests: the bundles of dist/, the installed Pyodide and the cache that all tests share.
import { access, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import recipe from '../../runtime/recipes/tool-r1.json' with { type: 'json' };
import type { SandboxSettings } from '../../runtime/contract/recipe.ts';
import { PyodideSandboxPool } from '../../runtime/sandbox/pyodideSandboxPool.ts';
import type { Episode } from '../../runtime/sandbox/sandbox.ts';
import type { SandboxPoolOptions } from '../../runtime/sandbox/sandboxOptions.ts';
import { cacheDirectory } from '../../runtime/support/cacheDirectory.ts';
import { noFiles } from '../../runtime/support/chosenFiles.ts';

const root = path.resolve(import.meta.dirname, '../..');
const distDirectory = path.join(root, 'dist');
const pyodideDirectory = path.join(root, 'node_modules', 'pyodide');

/** The caller closes it. One process with one interpreter unless told otherwise. */
export async function openSandboxPool(
  options: Partial<SandboxPoolOptions> = {},
): Promise<PyodideSandboxPool> {
  await access(path.join(distDirectory, 'sandbox', 'sandboxChild.mjs')).catch(() => {
    throw new Error('dist/ is not built. Run `node esbuild.mjs` first.');
  });
  return new PyodideSandboxPool({
    distDirectory,
    pyodideDirectory,
    cacheDirectory: testCache(),
    processes: 1,
    workersPerProcess: 1,
    ...options,
  });
}

export function testCache(): string {
  return cacheDirectory({ platform: process.platform, homeDirectory: homedir(), env: process.env });
}

/** The settings of the recipe `tool-r1`, with what a test changes. */
export function standardSettings(changes: Partial<SandboxSettings> = {}): SandboxSettings {
  return { ...recipe.sandbox, ...changes };
}

/** An episode without tools and files. */
export function plainEpisode(changes: Partial<Episode> = {}): Episode {
  return {
    seed: 1,
    tools: [],
    files: noFiles,
    settings: standardSettings(),
    callTool: (name) => Promise.reject(new Error(`there is no tool ${name}`)),
    quarantine: null,
    ...changes,
  };
}

/** Folders that a closed pool of this process should have removed. */
export async function sandboxLeftovers(): Promise<string[]> {
  const sessions = await readdir(path.join(testCache(), 'sandbox', 'sessions')).catch(() => []);
  return sessions.filter((name) => name.startsWith(`${process.pid}-`));
}
