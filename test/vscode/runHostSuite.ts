// A program: runs the host suite in one VS Code build, trusted and then in Restricted Mode, and writes the counts to a file
// as mocha's reporter does. `node --import tsx test/vscode/runHostSuite.ts --build oldest [--vsix FILE] [--report FILE]`
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { HostReport } from './hostReport.ts';
import { runHostTests } from './hostRun.ts';
import { findBuild } from './installation.ts';

const { values } = parseArgs({
  options: {
    build: { type: 'string', default: 'oldest' },
    vsix: { type: 'string' },
    report: { type: 'string' },
  },
});
const build = await findBuild(values.build);
const vsix = values.vsix ?? null;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const reports: HostReport[] = [];
for (const [tests, trusted] of [
  ['host', true],
  ['host/restricted', false],
] as const) {
  print(`VS Code ${build.vscode}, ${trusted ? 'trusted' : 'Restricted Mode'}`);
  reports.push(await runHostTests({ build, tests, trusted, vsix, print }));
}
const sum: HostReport = {
  passed: reports.reduce((total, { passed }) => total + passed, 0),
  failed: reports.flatMap(({ failed }) => failed),
  skipped: reports.flatMap(({ skipped }) => skipped),
};
if (values.report !== undefined) await writeFile(values.report, JSON.stringify(sum));
print(`${sum.passed} passed, ${sum.failed.length} failed`);
process.exitCode = sum.failed.length === 0 ? 0 : 1;
