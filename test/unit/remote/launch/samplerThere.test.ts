import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SamplerPlace } from '../../../../runtime/contract/training/samplerPlace.ts';
import { samplerFolder, samplerThere } from '../../../../runtime/remote/launch/samplerThere.ts';
import { FolderMachine } from '../../../fakes/folderMachine.ts';
import { skipBecause } from '../../../fakes/skip.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

const { signal } = new AbortController();
const started =
  '{"type":"sampler-started","folder":"/samplers/one","host":"10.0.0.2","tokenPort":1,"receiverPort":2}';

describe('the start of a sampler on its machine', () => {
  const folder = temporaryFolder();
  before(function () {
    if (process.platform === 'win32') skipBecause(this, 'training machines are Unix');
  });

  /** Our command line there is a script that notes how it was called. */
  async function start(script: string): Promise<SamplerPlace> {
    await mkdir(folder('home'), { recursive: true });
    const cli = folder('home/cli');
    await writeFile(cli, `#!/bin/sh\necho "$@ by $TOOL_R1_SAMPLER_KEY" > called\n${script}\n`);
    await chmod(cli, 0o755);
    const link = new FolderMachine(folder('home'), {}, 'b100');
    const program = { argv: [cli], env: {} };
    const args = ['--again', '--out', '/samplers/one'];
    return samplerThere({ link, machine: 'b100', program, args, key: 'a-key' }, signal);
  }

  it('is a call of our own command line, with the key in its environment', async () => {
    await start(`echo '${started}'`);
    const called = await readFile(folder('home/called'), 'utf8');
    assert.equal(called, 'sampler --again --out /samplers/one by a-key\n');
  });

  it('tells where its servers are, after whatever else was printed', async () => {
    assert.deepEqual(await start(`echo Welcome; echo '${started}'`), {
      machine: 'b100',
      folder: '/samplers/one',
      host: '10.0.0.2',
      tokenPort: 1,
      receiverPort: 2,
    });
  });

  it('says what hindered it', async () => {
    await assert.rejects(start('echo "tool-r1: Port 1 is in use." >&2; exit 2'), {
      name: 'FailureError',
      message: 'The sampler on b100 did not start: Port 1 is in use.',
    });
    await assert.rejects(start('echo nothing'), /did not start: it said nothing\. \(not JSON/);
  });

  it('lies beside the runs of the machine', async () => {
    const link = new FolderMachine(folder('home'));
    const there = await samplerFolder(link, 'one', signal);
    assert.equal(there, path.join(folder('home'), '.tool-r1/samplers/one'));
  });
});
