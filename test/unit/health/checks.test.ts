import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cacheCheck } from '../../../runtime/health/cacheCheck.ts';
import { fileCheck } from '../../../runtime/health/fileCheck.ts';
import { moduleCheck } from '../../../runtime/health/moduleCheck.ts';
import { nodeCheck } from '../../../runtime/health/nodeCheck.ts';
import { firstLineOf, pythonCheck } from '../../../runtime/health/pythonCheck.ts';
import { sandboxChecks, secondLayers } from '../../../runtime/health/sandboxCheck.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

const signal = new AbortController().signal;

describe('nodeCheck', () => {
  it('passes the versions that were tried and warns of others', () => {
    assert.equal(nodeCheck('20.20.2').state, 'pass');
    assert.equal(nodeCheck('26.1.0').state, 'pass');
    assert.equal(nodeCheck('27.0.0').state, 'warn');
  });
});

describe('cacheCheck', () => {
  const inFolder = temporaryFolder();

  it('makes the folder and says how much is free', async () => {
    const check = await cacheCheck(inFolder('new', 'cache'));
    assert.notEqual(check.state, 'fail');
    assert.match(check.detail, /cache, [\d,]+ MB free$/);
  });

  it('fails, with advice, where nothing can be written', async () => {
    await writeFile(inFolder('file'), '');
    const check = await cacheCheck(inFolder('file', 'cache'));
    assert.equal(check.state, 'fail');
    assert.match(check.advice ?? '', /TOOL_R1_CACHE/);
  });
});

describe('fileCheck', () => {
  const inFolder = temporaryFolder();
  const wanted = { name: 'OCR', there: 'English is read', advice: 'Install it.' };

  it('passes what is there', async () => {
    await writeFile(inFolder('data'), '');
    const check = await fileCheck({ ...wanted, path: inFolder('data') });
    assert.deepEqual([check.state, check.detail], ['pass', 'English is read']);
  });

  it('says what to do about what is not', async () => {
    const check = await fileCheck({ ...wanted, path: inFolder('none') });
    assert.deepEqual([check.state, check.advice], ['warn', 'Install it.']);
    assert.match(check.detail, /none is not there$/);
  });
});

describe('pythonCheck', () => {
  it('takes the first command that has pip', async () => {
    const check = await pythonCheck(
      ['python3', 'python'],
      (program) => Promise.resolve(program === 'python' ? 'pip 23.0 from /usr/lib (3.11)' : null),
      signal,
    );
    assert.deepEqual([check.state, check.detail], ['pass', 'python with pip 23.0']);
  });

  it('warns when there is none', async () => {
    const check = await pythonCheck(['python3'], () => Promise.resolve(null), signal);
    assert.equal(check.state, 'warn');
  });

  it('asks real programs', async () => {
    assert.match((await firstLineOf(process.execPath, ['--version'], signal)) ?? '', /^v\d+/);
    assert.equal(await firstLineOf('no-such-program-here', [], signal), null);
    assert.equal(await firstLineOf(process.execPath, ['-e', 'process.exit(3)'], signal), null);
  });
});

describe('moduleCheck', () => {
  const engine = { name: 'GGUF engine', package: 'some-engine', neededFor: 'nothing runs' };

  it('passes a module that loads', async () => {
    const check = await moduleCheck({ ...engine, load: () => Promise.resolve({}) });
    assert.equal(check.state, 'pass');
  });

  it('says what a missing module is for and how to get it', async () => {
    const load = () => Promise.reject(new Error('Cannot find it\n  at somewhere'));
    const check = await moduleCheck({ ...engine, load });
    assert.equal(check.state, 'warn');
    assert.equal(check.detail, 'some-engine does not load: Cannot find it');
    assert.match(check.advice ?? '', /nothing runs\. Install it with: npm install some-engine/);
  });
});

describe('sandboxChecks', () => {
  it('fails a guarantee that nothing else stands in for', () => {
    const [held, broken] = sandboxChecks([
      { name: 'seal', holds: true, detail: 'tried 3 imports' },
      { name: 'something new', holds: false, detail: 'a file was read' },
    ]);
    assert.deepEqual([held?.name, held?.state], ['Sandbox: seal', 'pass']);
    assert.deepEqual([broken?.state, broken?.detail], ['fail', 'a file was read']);
    assert.ok(broken?.advice);
  });

  it('warns when a second layer is missing', () => {
    const [network] = sandboxChecks([
      { name: 'There is no network', holds: false, detail: 'it could connect' },
    ]);
    assert.equal(network?.state, 'warn');
    assert.match(network.advice ?? '', /second layer/);
  });

  it('knows the second layers by the names that the sandbox gives them', async () => {
    const folder = path.resolve(import.meta.dirname, '../../../runtime');
    const given = await readFile(path.join(folder, 'sandbox', 'guarantees.ts'), 'utf8');
    for (const name of secondLayers.keys()) assert.ok(given.includes(`'${name}'`), name);
  });
});
