// Bundles the host suite for one run: TypeScript cannot be loaded by an extension host.
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from './installation.ts';

export interface HostBundles {
  /** The folder that VS Code is told to run; it holds the suite and its tests. */
  readonly folder: string;
  /** The file whose `run` VS Code calls. */
  readonly suite: string;
  readonly tests: readonly string[];
  /** What the suite finds in its environment. */
  environment(report: string): Record<string, string>;
  remove(): Promise<void>;
}

/** @param folder of the tests below test/, for example `host` */
export async function bundleHostTests(folder: string): Promise<HostBundles> {
  const source = path.join(projectRoot, 'test', folder);
  const names = (await readdir(source)).filter((name) => name.endsWith('.test.ts')).sort();
  const cache = path.join(projectRoot, '.cache');
  await mkdir(cache, { recursive: true });
  const target = await mkdtemp(path.join(cache, 'host-suite-'));
  const suite = path.join(projectRoot, 'test', 'host', 'hostSuite.ts');
  await bundle([suite, ...names.map((name) => path.join(source, name))], target);
  const tests = names.map((name) => path.join(target, name.replace(/\.ts$/, '.cjs')));
  return {
    folder: target,
    suite: path.join(target, 'hostSuite.cjs'),
    tests,
    environment: (report) => environment(tests, report),
    remove: () => rm(target, { recursive: true, force: true }),
  };
}

async function bundle(entryPoints: string[], outdir: string): Promise<void> {
  await build({
    entryPoints,
    outdir,
    entryNames: '[name]',
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    sourcemap: 'inline',
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
  });
}

function environment(tests: readonly string[], report: string): Record<string, string> {
  return {
    TOOL_R1_HOST_FILES: tests.join('\n'),
    TOOL_R1_HOST_MOCHA: createRequire(import.meta.url).resolve('mocha'),
    TOOL_R1_HOST_REPORTER: path.join(projectRoot, 'test', 'runner', 'countReporter.mjs'),
    TOOL_R1_HOST_REPORT: report,
  };
}
