// Runs the host suite inside the extension host of one VS Code: through VS Code's own protocol for tests of extensions in a
// remote window, so that nothing of it is made up here.
import path from 'node:path';
import { format } from 'node:util';
import { makeTemporaryFolder } from '../fakes/temporaryFolder.ts';
import { openBrowser } from './browser.ts';
import { bundleHostTests } from './hostBundles.ts';
import { readHostReport, type HostReport } from './hostReport.ts';
import { projectRoot, type Build } from './installation.ts';
import { copySampleWorkspace } from './sampleWorkspace.ts';
import { VscodeServer, type ServerOptions } from './vscodeServer.ts';
import { workbenchUrl } from './workbench.ts';

export interface HostRunOptions {
  readonly build: Build;
  /** The folder of the tests, below test/. */
  readonly tests: string;
  readonly trusted: boolean;
  /** Tested as an installed package; null for the product under development. */
  readonly vsix: string | null;
  readonly print: (line: string) => void;
}

const limitMilliseconds = 240_000;

/** A run that crashes or does not end counts as one failed test. */
export async function runHostTests(options: HostRunOptions): Promise<HostReport> {
  const bundles = await bundleHostTests(options.tests);
  const results = await makeTemporaryFolder();
  const report = path.join(results.path, 'report.json');
  try {
    const environment = bundles.environment(report);
    const outcome = await withWindow(options, environment, bundles.suite);
    return await readHostReport(report, outcome);
  } finally {
    await Promise.all([bundles.remove(), results.remove()]);
  }
}

async function withWindow(
  options: HostRunOptions,
  env: Record<string, string>,
  suite: string,
): Promise<string> {
  const workspace = await copySampleWorkspace();
  const server = await VscodeServer.start(serverOptions(options, env));
  try {
    return await runInWindow(options, server, suite, workspace.path);
  } finally {
    await server.stop();
    await workspace.remove();
  }
}

function serverOptions(options: HostRunOptions, env: Record<string, string>): ServerOptions {
  const { build, trusted, vsix } = options;
  return {
    build,
    trusted,
    product: vsix === null ? { kind: 'none' } : { kind: 'package', vsix },
    settings: trusted ? {} : { 'security.workspace.trust.enabled': true },
    env,
  };
}

/** Resolves with a word on how it ended, once VS Code says so or the time is over. */
async function runInWindow(
  { print, vsix }: HostRunOptions,
  server: VscodeServer,
  suite: string,
  folder: string,
): Promise<string> {
  const browser = await openBrowser();
  try {
    const page = await browser.context.newPage();
    const ended = new Promise<string>((resolve) => {
      setTimeout(() => resolve('it did not end in time'), limitMilliseconds).unref();
      void page.exposeFunction('codeAutomationExit', (code: number) => {
        resolve(`it ended with code ${code}`);
      });
    });
    await page.exposeFunction('codeAutomationLog', (_type: string, words: unknown[]) => {
      printLine(words, print);
    });
    const carrier = vsix === null ? projectRoot : path.join(projectRoot, 'test/host/carrier');
    const payload = [
      ['extensionDevelopmentPath', server.remote(carrier)],
      ['extensionTestsPath', server.remote(suite)],
    ] as const;
    await page.goto(workbenchUrl(server.origin, folder, payload));
    return await ended;
  } finally {
    await browser.close();
  }
}

/** Of VS Code itself, about things that the tests do without. */
const noise = /Ignoring fetching|Creating a socket|connection token|vsda|serviceWorker/;

/** The words of one call of the console in the extension host, placeholders first. */
function printLine(words: readonly unknown[], print: (line: string) => void): void {
  const line = format(...words)
    .replaceAll(/%[cO]/g, '')
    .trimEnd();
  if (!noise.test(line)) print(line);
}
