import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../../runtime/setup/prepare.mjs';
import { runCheck, runMocha } from '../../runner/suite.mjs';

/** The runner of `npm test` must not miss a failure, so it is tried on suites that fail in every way. */
describe('the runner of the tests', () => {
  let root = '';
  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'tool-r1-runner-'));
    await symlink(path.join(projectRoot, 'node_modules'), path.join(root, 'node_modules'));
    await mkdir(path.join(root, 'test'));
    await symlink(path.join(projectRoot, 'test', 'runner'), path.join(root, 'test', 'runner'));
  });
  after(() => rm(root, { recursive: true }));

  async function run(name, code) {
    const file = `${name}.test.mjs`;
    await writeFile(path.join(root, file), code);
    return runMocha({ name, patterns: [file], root });
  }

  it('counts what passed, failed and was skipped, with reasons', async () => {
    const outcome = await run(
      'mixed',
      `it('one', () => {});
       it('two', () => { throw new Error('on purpose'); });
       it('three', function () { console.log('skipped: no printer'); this.skip(); });`,
    );
    assert.equal(outcome.passed, 1);
    assert.equal(outcome.failed.length, 1);
    assert.match(outcome.failed[0].message, /on purpose/);
    assert.deepEqual([outcome.skipped, outcome.reasons], [['three'], ['skipped: no printer']]);
  });

  const broken = [
    ['a file that cannot be loaded', 'throw new Error("no start");', /no start/],
    ['a process that ends in the middle', 'it("x", () => process.exit(0));', /ended with code 0/],
    ['a suite without a test', 'describe("empty", () => {});', /found no test/],
    ['a failing hook', 'before(() => { throw new Error("hook"); }); it("x", () => {});', /hook/],
    ['a syntax error', 'it("x", () => {', /SyntaxError|Unexpected/],
  ];
  for (const [index, [name, code, message]] of broken.entries()) {
    it(`counts ${name} as a failure`, async () => {
      const outcome = await run(`broken${index}`, code);
      assert.equal(outcome.failed.length, 1);
      assert.match(outcome.failed[0].message, message);
    });
  }

  it('counts a pattern without files as a failure', async () => {
    const outcome = await runMocha({ name: 'nothing', patterns: ['no/*.test.mjs'], root });
    assert.equal(outcome.failed.length, 1);
  });

  it('takes a check as one test', async () => {
    const good = await runCheck({ name: 'good', args: ['-e', ''], root });
    const bad = await runCheck({ name: 'bad', args: ['-e', 'process.exit(2)'], root });
    assert.deepEqual([good.passed, good.failed.length], [1, 0]);
    assert.deepEqual([bad.passed, bad.failed.length], [0, 1]);
  });
});
