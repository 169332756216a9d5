// Runs one part of the checks in a process of its own and says how many tests passed. A part that crashes, is killed or
// finds no test counts as a failure.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * @typedef {{ title: string, message: string }} FailedTest
 * @typedef {{ name: string, passed: number, failed: FailedTest[], skipped: string[], reasons: string[],
 *   seconds: number, log: string }} Outcome
 */

/**
 * A command that is one test: it passes by exit code 0.
 * @returns {Promise<Outcome>}
 */
export async function runCheck({ name, args, root }) {
  const { code, log, output, seconds } = await runNode({ name, args, root });
  const failed = code === 0 ? [] : [{ title: name, message: output.slice(-6000) }];
  return { name, passed: code === 0 ? 1 : 0, failed, skipped: [], reasons: [], seconds, log };
}

/**
 * A run of mocha over the files of a pattern.
 * @returns {Promise<Outcome>}
 */
export async function runMocha({ name, patterns, root, timeout = 20_000, env = {} }) {
  const args = (file) => [
    'node_modules/mocha/bin/mocha.js',
    '--no-config',
    '--node-option=import=tsx',
    // Else mocha loads tests by require and what they import later a second time, with classes of its own.
    '--node-option=no-experimental-require-module',
    `--timeout=${timeout}`,
    '--reporter=test/runner/countReporter.mjs',
    `--reporter-option=file=${file}`,
    ...patterns,
  ];
  return runReported({ name, args, root, env });
}

/**
 * A program that runs tests and writes their counts to a file as countReporter.mjs does.
 * @param {{ name: string, args: (file: string) => string[], root: string, env?: Record<string, string> }} part
 * @returns {Promise<Outcome>}
 */
export async function runReported({ name, args, root, env = {} }) {
  const file = path.join(root, '.cache', 'test', `${slug(name)}.json`);
  await rm(file, { force: true });
  const { code, log, output, seconds } = await runNode({ name, args: args(file), root, env });
  const report = await readFile(file, 'utf8').then(JSON.parse, () => null);
  const reasons = output.split('\n').filter((line) => /^\s*\(?skipped: /.test(line));
  const counted = report ?? { passed: 0, failed: [], skipped: [] };
  const failed = [...counted.failed, ...crash(name, report, code, output)];
  const { passed, skipped } = counted;
  return {
    name,
    passed,
    failed,
    skipped,
    reasons: reasons.map((line) => line.trim()),
    seconds,
    log,
  };
}

function crash(name, report, code, output) {
  const title = `${name}: the run itself`;
  if (report === null)
    return [{ title, message: `It ended with code ${code}:\n${output.slice(-6000)}` }];
  if (report.passed + report.failed.length + report.skipped.length === 0) {
    return [{ title, message: 'It found no test.' }];
  }
  if (code !== 0 && report.failed.length === 0) {
    return [
      {
        title,
        message: `Every test passed, but it ended with code ${code}:\n${output.slice(-6000)}`,
      },
    ];
  }
  return [];
}

async function runNode({ name, args, root, env = {} }) {
  const folder = path.join(root, '.cache', 'test');
  await mkdir(folder, { recursive: true });
  const log = path.join(folder, `${slug(name)}.log`);
  const started = performance.now();
  const { FORCE_COLOR: _, ...plain } = process.env;
  const { code, output } = await new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...plain, ...env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stream = createWriteStream(log);
    let output = '';
    const keep = (chunk) => {
      stream.write(chunk);
      output = (output + chunk).slice(-2_000_000);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('error', (error) => keep(`${error.message}\n`));
    child.on('close', (code, signal) => {
      stream.end(() => resolve({ code: code ?? signal ?? 'unknown', output }));
    });
  });
  return { code, log, output, seconds: (performance.now() - started) / 1000 };
}

function slug(name) {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
