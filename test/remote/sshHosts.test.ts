import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SshHosts } from './sshHosts.ts';

const run = promisify(execFile);

describe('ssh hosts of the tests', () => {
  let hosts: SshHosts;
  before(async () => (hosts = await SshHosts.start()));
  after(() => hosts.close());

  const ssh = async (...args: string[]): Promise<string> =>
    (await run('ssh', ['-o', 'BatchMode=yes', ...args], { env: hosts.env })).stdout;

  it('have a home, a search path and programs of their own', async () => {
    const host = await hosts.add('a100', {
      programs: { 'nvidia-smi': '#!/bin/sh\necho two cards\n' },
      env: { WITH_SPACE: 'a b' },
    });
    const said = await ssh('a100', 'echo "$HOME|$WITH_SPACE|$(nvidia-smi)"');
    assert.equal(said, `${host.home}|a b|two cards\n`);
    assert.equal(await host.server.accepted(), 1);
  });

  it('have another login shell where it is asked for', async () => {
    await hosts.add('with-fish', { shell: 'fish' });
    assert.match(await ssh('with-fish', 'echo $FISH_VERSION'), /^\d+\.\d+/);
  });

  it('can be stopped and started again', async () => {
    const host = await hosts.add('restarted');
    await host.server.stop();
    await assert.rejects(ssh('restarted', 'true'), /Connection refused/);
    await host.server.start();
    assert.equal(await ssh('restarted', 'echo back'), 'back\n');
  });
});
