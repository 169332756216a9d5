// `npm test`: sets up what is missing, then runs every check of the project. The last line is the sum; the exit code is
// 0 only when nothing failed. A name as argument runs the parts whose names contain it: `npm test -- unit`.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { prepareCache, prepareProgram, projectRoot as root } from '../runtime/setup/prepare.mjs';
import { say, SetupError } from '../runtime/setup/say.mjs';
import { runCheck, runMocha, runReported } from './runner/suite.mjs';

const bin = (...names) => path.join('node_modules', ...names);

/**
 * Parts in one lane run after each other; the lanes run side by side. The limits are for tests that hang: they leave room for a
 * machine that is slow because the other lane works too.
 */
const lanes = [
  [
    { name: 'Format', run: check(bin('prettier', 'bin', 'prettier.cjs'), '--check', '.') },
    { name: 'Types', run: check(bin('typescript', 'bin', 'tsc'), '-b') },
    { name: 'Lint', run: check(bin('eslint', 'bin', 'eslint.js'), '.', '--max-warnings=0') },
    { name: 'Security', run: mocha('test/security/**/*.test.ts', 300_000) },
    { name: 'Host, oldest VS Code', needs: ['vscode'], run: host('oldest', 'development') },
    {
      name: 'Host, newest VS Code',
      needs: ['vscode', 'package'],
      run: host('newest', 'package'),
    },
    { name: 'Package', needs: ['package'], run: mocha('test/package/**/*.test.ts', 120_000) },
    { name: 'Trainer', run: trainer },
    { name: 'Training', run: mocha('test/trainer/**/*.test.ts', 120_000) },
    { name: 'Terminal', run: mocha('test/terminal/**/*.test.ts', 60_000) },
    { name: 'Remote', needs: ['ssh'], run: mocha('test/remote/**/*.test.ts', 60_000) },
  ],
  [
    { name: 'Unit', run: mocha('test/unit/**/*.test.{ts,mjs}', 60_000) },
    { name: 'Golden', run: mocha('test/golden/**/*.test.ts', 60_000) },
    { name: 'Pages', needs: ['vscode'], run: mocha('test/page/**/*.test.ts', 60_000) },
    { name: 'UI', needs: ['vscode', 'package', 'ssh'], run: mocha('test/ui/*.test.ts', 120_000) },
    {
      name: 'Attached machine',
      needs: ['vscode', 'package', 'ssh'],
      run: mocha('test/ui/attached/*.test.ts', 600_000),
    },
  ],
];

function check(...args) {
  return (name) => runCheck({ name, args, root });
}

function mocha(pattern, timeout) {
  return (name, env) => runMocha({ name, patterns: [pattern], root, timeout, env });
}

/** The Python of the trainer: lint, format, types and tests. */
function trainer(name, env) {
  const args = (file) => ['--import', 'tsx', 'test/trainer/runPython.ts', '--report', file];
  return runReported({ name, root, args, env });
}

/** The suite inside VS Code: of the checkout as it is, or of the installed package. */
function host(build, product) {
  return (name, env) => {
    const vsix = product === 'package' ? ['--vsix', env.TOOL_R1_TEST_VSIX] : [];
    const program = ['--import', 'tsx', 'test/vscode/runHostSuite.ts', '--build', build];
    return runReported({ name, root, args: (file) => [...program, ...vsix, '--report', file] });
  };
}

/** What some parts need beside the program; made once, before the parts start. */
async function prepareFor(parts) {
  const needed = new Set(parts.flatMap(({ needs = [] }) => needs));
  if (needed.has('vscode')) {
    const { prepareVscode } = await import('./vscode/install/prepareVscode.mjs');
    await prepareVscode();
    // Pictures of an earlier run would be taken for those of this one.
    await rm(path.join(root, 'test-results'), { recursive: true, force: true });
  }
  if (needed.has('ssh')) {
    const { prepareSsh } = await import('./remote/install/prepareSsh.mjs');
    await prepareSsh();
  }
  if (!needed.has('package')) return {};
  const { prepareTestPackage } = await import('./package/install/testPackage.mjs');
  const vsix = await prepareTestPackage();
  return { TOOL_R1_TEST_VSIX: vsix, TOOL_R1_UI_VSIX: vsix };
}

async function runLane(lane, env) {
  const outcomes = [];
  for (const { name, run } of lane) {
    const outcome = await run(name, env);
    report(outcome);
    outcomes.push(outcome);
  }
  return outcomes;
}

function report({ name, passed, failed, skipped, seconds, log }) {
  const parts = [`${passed} passed`, `${failed.length} failed`, `${skipped.length} skipped`];
  const mark = failed.length === 0 ? 'ok  ' : 'FAIL';
  say(`${mark} ${name}: ${parts.join(', ')} (${seconds.toFixed(0)} s)`);
  for (const { title, message } of failed) say(`\n  ✗ ${title}\n${indent(message)}\n`);
  if (failed.length > 0) say(`  The whole output: ${path.relative(root, log)}\n`);
}

function indent(text) {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}

function sum(outcomes) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, passed, failed, skipped, reasons } of outcomes) {
    total.passed += passed;
    total.failed += failed.length;
    total.skipped += skipped.length;
    for (const title of skipped) say(`skipped in ${name}: ${title}`);
    for (const reason of reasons) say(`  ${reason}`);
  }
  return total;
}

async function main(wanted) {
  await prepareProgram();
  await prepareCache();
  const chosen = lanes.map((lane) =>
    lane.filter(({ name }) => wanted.length === 0 || wanted.some((word) => matches(name, word))),
  );
  if (chosen.flat().length === 0) throw new SetupError(`No part is called ${wanted.join(' or ')}.`);
  const env = await prepareFor(chosen.flat());
  const running = chosen.map((lane) => runLane(lane, env));
  const { passed, failed, skipped } = sum((await Promise.all(running)).flat());
  const tail = skipped > 0 ? `, ${skipped} skipped` : '';
  process.stdout.write(`${passed} passed, ${failed} failed${tail}\n`);
  return failed === 0 ? 0 : 1;
}

function matches(name, word) {
  return name.toLowerCase().includes(word.toLowerCase());
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  say(error instanceof SetupError ? `\n${error.message}` : String(error.stack));
  process.stdout.write('0 passed, 1 failed\n');
  process.exitCode = 1;
}
