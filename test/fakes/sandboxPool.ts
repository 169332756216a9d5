// A real pool on the built bundles, and episodes to lend it to, in one line each. Not a fake of the sandbox: tests of code actions
// are worth little without Python.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SandboxSettings } from '../../runtime/contract/recipe.ts';
import { ToolSignature } from '../../runtime/contract/tool.ts';
import recipe from '../../runtime/recipes/tool-r1.json' with { type: 'json' };
import { PyodideSandboxPool } from '../../runtime/sandbox/pyodideSandboxPool.ts';
import type { Episode, Sandbox, StepOptions, StepResult } from '../../runtime/sandbox/sandbox.ts';
import type { SandboxPoolOptions } from '../../runtime/sandbox/sandboxOptions.ts';
import { cacheDirectory as findCache } from '../../runtime/support/cacheDirectory.ts';
import { noFiles } from '../../runtime/support/chosenFiles.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The cache that all tests share, so that the snapshot is built once. */
export function testCache(): string {
  return findCache({ platform: process.platform, homeDirectory: homedir(), env: process.env });
}

export const cacheDirectory = testCache();

/** A signal that never fires. */
export const never: AbortSignal = new AbortController().signal;

/** One process with one worker, unless the options say more. Close it when the tests are done. */
export function openSandboxPool(options: Partial<SandboxPoolOptions> = {}): PyodideSandboxPool {
  const distDirectory = path.join(root, 'dist');
  if (!existsSync(path.join(distDirectory, 'sandbox', 'sandboxWorker.mjs'))) {
    throw new Error('The bundles are missing. Build them first: node esbuild.mjs');
  }
  return new PyodideSandboxPool({
    distDirectory,
    pyodideDirectory: path.join(root, 'node_modules', 'pyodide'),
    cacheDirectory: testCache(),
    processes: 1,
    workersPerProcess: 1,
    ...options,
  });
}

function tool(name: string, parameters: readonly [string, string, string?][], isFinal = false) {
  return ToolSignature.parse({
    name,
    description: `The tool ${name}.`,
    parameters: parameters.map(([parameter, type, defaultValue]) => ({
      name: parameter,
      type,
      description: '',
      ...(defaultValue === undefined ? {} : { defaultValue }),
    })),
    returns: 'str',
    isFinal,
  });
}

export const testTools: readonly ToolSignature[] = [
  tool('final_answer', [['answer', 'Any']], true),
  tool('web_qa', [['question', 'str']]),
  tool('inspect_file_as_text', [
    ['file_path', 'str'],
    ['question', 'str', 'None'],
  ]),
];

/** The settings of the recipe `tool-r1`, with what a test changes. */
export function standardSettings(changes: Partial<SandboxSettings> = {}): SandboxSettings {
  return { ...SandboxSettings.parse(recipe.sandbox), ...changes };
}

/** An episode with the recipe's own settings and tools that give their arguments back. */
export function testEpisode(changes: Partial<Episode> = {}): Episode {
  return {
    seed: 7,
    tools: testTools,
    files: noFiles,
    settings: standardSettings(),
    callTool: (_name, args) => Promise.resolve({ ok: true, value: args }),
    quarantine: null,
    ...changes,
  };
}

/** An episode without tools and files. */
export function plainEpisode(changes: Partial<Episode> = {}): Episode {
  return testEpisode({
    seed: 1,
    tools: [],
    callTool: (name) => Promise.reject(new Error(`there is no tool ${name}`)),
    ...changes,
  });
}

/** Folders that a closed pool of this process should have removed. */
export async function sandboxLeftovers(): Promise<string[]> {
  const sessions = path.join(testCache(), 'sandbox', 'sessions');
  const names = await readdir(sessions).catch(() => []);
  return names.filter((name) => name.startsWith(`${process.pid}-`));
}

/** Runs one code action with room to spare. */
export async function runCode(
  sandbox: Sandbox,
  code: string,
  options: Partial<StepOptions> = {},
): Promise<StepResult> {
  return sandbox.run(code, {
    timeoutMilliseconds: 10_000,
    maxOutputCharacters: 8000,
    signal: never,
    ...options,
  });
}
