// `npm run test:electron`: the host suite in a desktop VS Code. VSCODE_EXECUTABLE names the program of one; else it is
// downloaded. When neither works it says so and fails: tests that did not run have not passed.
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { makeTemporaryFolder } from './fakes/temporaryFolder.ts';
import { bundleHostTests } from './vscode/hostBundles.ts';
import { readHostReport, type HostReport } from './vscode/hostReport.ts';
import { projectRoot } from './vscode/installation.ts';
import { copySampleWorkspace } from './vscode/sampleWorkspace.ts';
import { quietSettings } from './vscode/userSettings.ts';

/** The oldest that the product admits. */
const version = '1.100.3';

/** Why the tests could not be started, with what to do. */
class CannotRun extends Error {}

async function main(): Promise<number> {
  requireDisplay();
  const program = await desktop();
  const reports = [
    await runIn(program, { tests: 'host', trusted: true }),
    await runIn(program, { tests: 'host/restricted', trusted: false }),
  ];
  const passed = reports.reduce((total, report) => total + report.passed, 0);
  const failed = reports.flatMap((report) => report.failed);
  for (const { title, message } of failed) console.error(`\n${title}\n${message}`);
  console.log(`${passed} passed, ${failed.length} failed`);
  return failed.length === 0 && passed > 0 ? 0 : 1;
}

function requireDisplay(): void {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (process.platform !== 'linux' || DISPLAY !== undefined || WAYLAND_DISPLAY !== undefined)
    return;
  throw new CannotRun(
    'A desktop VS Code needs a display, and DISPLAY is not set. Start it in one: xvfb-run -a npm run test:electron',
  );
}

async function desktop(): Promise<string> {
  const named = process.env['VSCODE_EXECUTABLE'];
  if (named === undefined || named === '') return download();
  try {
    await access(named, constants.X_OK);
    return named;
  } catch {
    throw new CannotRun(
      `VSCODE_EXECUTABLE names ${named}, which is no program. Let it name the program of a desktop VS Code.`,
    );
  }
}

async function download(): Promise<string> {
  try {
    return await downloadAndUnzipVSCode({ version, timeout: 30_000 });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CannotRun(
      `VS Code ${version} could not be downloaded (${why}). Let VSCODE_EXECUTABLE name the program of one that is installed.`,
    );
  }
}

interface Suite {
  /** The folder of the tests, below test/. */
  readonly tests: string;
  readonly trusted: boolean;
}

async function runIn(program: string, { tests, trusted }: Suite): Promise<HostReport> {
  const bundles = await bundleHostTests(tests);
  const workspace = await copySampleWorkspace();
  const profile = await makeTemporaryFolder();
  const settings = { ...quietSettings, 'security.workspace.trust.startupPrompt': 'never' };
  await profile.write('User/settings.json', JSON.stringify(settings));
  const report = path.join(profile.path, 'report.json');
  try {
    const ending = await endingOf(
      runTests({
        vscodeExecutablePath: program,
        extensionDevelopmentPath: projectRoot,
        extensionTestsPath: bundles.suite,
        extensionTestsEnv: bundles.environment(report),
        launchArgs: [
          workspace.path,
          ...['--user-data-dir', profile.path, '--disable-gpu', '--skip-welcome'],
          ...(trusted ? ['--disable-workspace-trust'] : []),
        ],
      }),
    );
    return await readHostReport(report, ending);
  } finally {
    await Promise.all([bundles.remove(), workspace.remove(), profile.remove()]);
  }
}

/** Failed tests make VS Code end with another code; which they were is in the report. */
async function endingOf(run: Promise<number>): Promise<string> {
  try {
    return `VS Code ended with code ${await run}`;
  } catch (error) {
    return `VS Code ended: ${error instanceof Error ? error.message : String(error)}`;
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof CannotRun)) throw error;
  console.error(`The tests in a desktop VS Code did not run. ${error.message}`);
  process.exitCode = 1;
}
