import assert from 'node:assert/strict';
import recipe from '../../../runtime/recipes/tool-r1.json' with { type: 'json' };
import type { PyodideSandboxPool } from '../../../runtime/sandbox/pyodideSandboxPool.ts';
import { importsAtHand } from '../../../runtime/sandbox/importsAtHand.ts';
import { never, openSandboxPool, runCode, testEpisode } from '../../fakes/sandboxPool.ts';

const pack = {
  key: 'k',
  directory: '/d',
  libraries: [],
  imports: ['numpy', 'numpy.linalg'],
  packages: [],
};

describe('the imports at hand', function () {
  this.timeout(60_000);
  let pool: PyodideSandboxPool;
  before(() => {
    pool = openSandboxPool();
  });
  after(() => pool.close());

  it('leave out packages that are not installed', () => {
    const allowed = ['re', 'numpy.*', 'pandas.*', 'math'];
    assert.deepEqual(importsAtHand(allowed, null), ['math', 're']);
    assert.deepEqual(importsAtHand(allowed, pack), ['math', 'numpy', 're']);
  });

  it('can all be imported, and are the list that a refused import names', async () => {
    const names = importsAtHand(recipe.sandbox.allowedImports, null);
    const sandbox = await pool.acquire(testEpisode(), never);
    const all = await runCode(sandbox, names.map((name) => `import ${name}`).join('\n'));
    assert.equal(all.outcome, 'executed', all.refusals.map(({ message }) => message).join());
    const [refusal] = (await runCode(sandbox, 'import os')).refusals;
    assert.match(
      refusal?.message ?? '',
      new RegExp(`: ${names.join(', ').replaceAll('.', '[.]')}[.]$`),
    );
    await sandbox.release();
  });

  it('expose no module and nothing private', async () => {
    const names = importsAtHand(recipe.sandbox.allowedImports, null).filter(
      (name) => !name.includes('.'),
    );
    const code = [
      ...names.map((name) => `import ${name}`),
      `modules = [${names.join(', ')}]`,
      'kind = type(modules[0])',
      'allowed = {"path", "abc", "decoder", "entities", "parser", "etree"}',
      '[(m.__name__, k) for m in modules for k, v in vars(m).items() if k not in allowed and type(v) is kind]',
    ].join('\n');
    const sandbox = await pool.acquire(testEpisode(), never);
    assert.equal((await runCode(sandbox, code)).value, '[]');
  });
});
