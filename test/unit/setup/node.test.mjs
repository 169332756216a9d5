import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkNode } from '../../../runtime/setup/node.mjs';
import { projectRoot } from '../../../runtime/setup/prepare.mjs';

describe('the check of Node', () => {
  let root = '';
  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'tool-r1-node-'));
    await writeFile(path.join(root, 'package.json'), '{"engines":{"node":">=20.18"}}');
  });
  after(() => rm(root, { recursive: true }));

  for (const version of ['20.18.0', '20.20.2', '22.0.0', '26.12.1']) {
    it(`takes ${version}`, () => checkNode(root, version));
  }

  for (const version of ['18.20.4', '20.17.9', '20.9.0']) {
    it(`refuses ${version} and says what to do`, () => {
      assert.throws(() => checkNode(root, version), {
        name: 'SetupError',
        message: new RegExp(
          `This is Node ${version}, and Tool-R1 needs 20\\.18.*nodejs\\.org`,
          's',
        ),
      });
    });
  }

  it('knows what the project itself asks for', () => {
    checkNode(projectRoot);
    assert.throws(() => checkNode(projectRoot, '16.0.0'), { name: 'SetupError' });
  });
});
