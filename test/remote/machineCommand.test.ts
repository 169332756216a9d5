// `tool-r1 machine` as a process of its own, over a real ssh server.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { MachineListing } from '../../runtime/contract/machine.ts';
import { type SshHost, SshHosts } from './sshHosts.ts';

describe('tool-r1 machine', () => {
  let hosts: SshHosts;
  let host: SshHost;
  before(async () => {
    hosts = await SshHosts.start();
    host = await hosts.add('a100');
  });
  after(() => hosts.close());

  const call = async (...args: string[]) => {
    const program = ['--import', 'tsx', 'runtime/cli.ts', 'machine', ...args];
    const child = spawn(process.execPath, program, { env: { ...hosts.env, NO_COLOR: '1' } });
    const said = { out: '', err: '' };
    child.stdout.on('data', (piece: Buffer) => (said.out += piece.toString()));
    child.stderr.on('data', (piece: Buffer) => (said.err += piece.toString()));
    await once(child, 'close');
    return { ...said, code: child.exitCode };
  };

  it('attaches, lists and detaches', async () => {
    const attached = await call('attach', 'a100');
    assert.equal(attached.code, 0, attached.err);
    assert.match(attached.out, /^Attached a100\nroot@\S+: .*\d+ cores?, \d+ GiB memory/);
    const listed = await call('list');
    assert.match(listed.out, /^this computer\na100 +seen .* ago +.*cores?/m);
    assert.equal((await call('detach', 'a100')).code, 0);
    assert.doesNotMatch((await call('list')).out, /a100/);
  });

  it('gives the same as JSON', async () => {
    const attached = await call('attach', 'a100', '--json');
    const { name, facts } = MachineListing.parse(JSON.parse(attached.out));
    assert.equal(name, 'a100');
    assert.ok((facts?.cores ?? 0) > 0);
    const lines = (await call('list', '--json')).out.trimEnd().split('\n');
    const names = lines.map((line) => MachineListing.parse(JSON.parse(line)).name);
    assert.deepEqual(names, ['this computer', 'a100']);
    // Of all calls so far: each was a process of its own.
    assert.equal(await host.server.accepted(), 1);
  });

  it('ends with code 9 when the machine cannot be reached, and with 2 for a wrong name', async () => {
    const unknown = await call('attach', 'nowhere.invalid');
    assert.equal(unknown.code, 9);
    assert.match(unknown.err, /^tool-r1: nowhere\.invalid cannot be reached\./);
    assert.equal(unknown.out, '');
    assert.equal((await call('detach', 'nowhere.invalid')).code, 2);
  });
});
