// A program: checks and tests the Python of runtime/trainer, and writes the counts to a file as mocha's reporter does.
// `node --import tsx test/trainer/runPython.ts [--report FILE]`
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  prepareTools,
  prepareTrainerEnvironment,
  type TrainerEnvironmentOptions,
} from '../../runtime/setup/trainerEnvironment.ts';
import { runCommand } from '../../runtime/setup/watchedCommand.ts';
import { cacheDirectory } from '../../runtime/support/cacheDirectory.ts';
import { readJUnit, type PythonCounts } from './junitReport.ts';

const { values } = parseArgs({ options: { report: { type: 'string' } } });
const { platform, env } = process;
const trainerFolder = path.resolve('runtime', 'trainer');
const signal = AbortSignal.timeout(30 * 60_000);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** The trainer, and the program that answers on machines. */
const linted = ['--config', 'pyproject.toml', '.', '../remote/link'];

/** Each is one test; it passes by its exit code. */
const checks = [
  { title: 'Python: lint', module: ['ruff', 'check', ...linted] },
  { title: 'Python: format', module: ['ruff', 'format', '--check', ...linted] },
  { title: 'Python: types', module: ['mypy'] },
] as const;

const options: TrainerEnvironmentOptions = {
  cacheFolder: cacheDirectory({ platform, env, homeDirectory: homedir() }),
  trainerFolder,
  device: 'cpu',
  platform,
  env,
  signal,
  onProgress: ({ activity, done, total }) => {
    print(`${activity}: ${done} of ${total ?? '?'}`);
  },
};
const python = await prepareTrainerEnvironment(options);
const tools = await prepareTools(
  python,
  path.join(trainerFolder, 'requirements-tools.lock'),
  options,
);

const counts = [await lintedAndTyped(), await tested()];
const sum: PythonCounts = {
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.flatMap(({ failed }) => failed),
  skipped: counts.flatMap(({ skipped }) => skipped),
};
if (values.report !== undefined) await writeFile(values.report, JSON.stringify(sum));
print(`${sum.passed} passed, ${sum.failed.length} failed`);
process.exitCode = sum.failed.length === 0 ? 0 : 1;

async function lintedAndTyped(): Promise<PythonCounts> {
  const failed: { title: string; message: string }[] = [];
  for (const { title, module } of checks) {
    const { code, tail } = await runModule(module);
    if (code !== 0) failed.push({ title, message: tail.join('\n') });
  }
  return { passed: checks.length - failed.length, failed, skipped: [] };
}

async function tested(): Promise<PythonCounts> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tool-r1-pytest-'));
  try {
    const file = path.join(folder, 'junit.xml');
    const reports = [`--junitxml=${file}`, `--basetemp=${path.join(folder, 'tmp')}`];
    const { code, tail } = await runModule(['pytest', ...reports, '-p', 'no:cacheprovider']);
    const xml = await readFile(file, 'utf8').catch(() => null);
    return xml === null ? broken(code, tail) : readJUnit(xml);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function broken(code: number | null, tail: readonly string[]): PythonCounts {
  const message = `pytest ended with code ${code ?? 'none'}:\n${tail.join('\n')}`;
  return { passed: 0, failed: [{ title: 'Python: the run itself', message }], skipped: [] };
}

function runModule([name, ...args]: readonly [string, ...string[]]): ReturnType<typeof runCommand> {
  return runCommand([python, '-m', name, ...args], {
    cwd: trainerFolder,
    // Empty: what was compiled once is kept, which halves the time of each start.
    env: { ...env, PYTHONPATH: tools, PYTHONDONTWRITEBYTECODE: '' },
    signal,
    onLine: print,
  });
}
