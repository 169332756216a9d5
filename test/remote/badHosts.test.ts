// What stands between a person and their machine, and what they are told: each line names what is wrong and what to do.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Failure } from '../../runtime/contract/failure.ts';
import type { Machines } from '../../runtime/remote/machines/machines.ts';
import { failureOf } from '../fakes/failureOf.ts';
import { noEnd, openMachines } from './remoteCase.ts';
import { makeKey } from './sshKey.ts';
import { type HostOptions, SshHosts } from './sshHosts.ts';

describe('a machine that cannot be used', () => {
  let hosts: SshHosts;
  let machines: Machines;
  before(async () => {
    hosts = await SshHosts.start();
    machines = openMachines(hosts);
  });
  after(async () => {
    await machines.close();
    await hosts.close();
  });

  const connect = (name: string): Promise<Failure> => failureOf(machines.link(name).home(noEnd()));
  const addAndConnect = async (name: string, options: HostOptions): Promise<Failure> => {
    await hosts.add(name, options);
    return connect(name);
  };
  const configure = async (lines: string): Promise<void> => {
    const config = await readFile(hosts.configFile, 'utf8');
    await writeFile(hosts.configFile, `${lines}\n${config}`);
  };

  it('has a name that nobody knows', async () => {
    const { code, message } = await connect('nowhere.invalid');
    assert.equal(code, 'remote/offline');
    assert.match(message, /^nowhere\.invalid cannot be reached\. No host is known by the name/);
    assert.match(message, /ssh says: ssh: Could not resolve hostname/);
  });

  it('has another host key than before', async () => {
    const { server } = await hosts.add('changed');
    makeKey(path.join(hosts.folder, 'other_key'));
    const key = (await readFile(path.join(hosts.folder, 'other_key.pub'), 'utf8')).split(' ')[1];
    const known = await readFile(hosts.knownHostsFile, 'utf8');
    const line = new RegExp(`^(\\[127\\.0\\.0\\.1\\]:${server.port} \\S+) .*$`, 'm');
    await writeFile(hosts.knownHostsFile, known.replace(line, `$1 ${key}`));
    const { code, message } = await connect('changed');
    assert.equal(code, 'remote/refused');
    assert.match(message, /host key is not the one that line \d+ of .*known_hosts says/);
    assert.match(message, /ssh-keygen -f ".*known_hosts" -R "\[127\.0\.0\.1\]:\d+"/);
    const { connection } = await machines.retry('changed', noEnd());
    assert.ok(connection.state === 'offline' && connection.nextTryAt === null);
  });

  it('does not know the key of the person', async () => {
    const keys = path.join(hosts.folder, 'no_keys');
    await writeFile(keys, '');
    const { code, message } = await addAndConnect('stranger', {
      server: [`AuthorizedKeysFile ${keys}`],
    });
    assert.equal(code, 'remote/refused');
    assert.match(
      message,
      /^Cannot connect to stranger\. It does not let you in \(it takes publickey\)/,
    );
  });

  it('takes no key that is offered', async () => {
    const client = ['PubkeyAuthentication no'];
    const { code, message } = await addAndConnect('no-key', { client });
    assert.equal(code, 'remote/refused');
    assert.match(message, /does not let you in \(it takes publickey\).*ssh -v no-key/);
  });

  it('has an unknown host key and nobody to accept it', async () => {
    await hosts.add('unknown-key', { client: ['UserKnownHostsFile /dev/null'] });
    const { code, message } = await connect('unknown-key');
    assert.equal(code, 'remote/refused');
    assert.match(message, /got no answer\. .*It asked: The authenticity of host/);
  });

  it('runs no ssh server', async () => {
    const { server } = await hosts.add('stopped');
    await server.stop();
    const { code, message } = await connect('stopped');
    assert.equal(code, 'remote/offline');
    assert.match(message, new RegExp(`no ssh server listens on port ${server.port}`));
  });

  it('has a profile that waits for the password of sudo', async () => {
    const profile = 'echo "[sudo] password for root: "; read -r password\n';
    const { code, message } = await addAndConnect('sudo', { profile });
    assert.equal(code, 'remote/unsuitable');
    assert.match(
      message,
      /did not get to our program within 8 s\. It printed: \[sudo\] password for root:/,
    );
  });

  it('has a profile that ends the shell', async () => {
    const { code, message } = await addAndConnect('exits', {
      profile: 'echo closed today; exit 1\n',
    });
    assert.equal(code, 'remote/unsuitable');
    assert.match(
      message,
      /login shell ended before our program began\. It said: closed today\. The account/,
    );
  });

  it('has no Python', async () => {
    const searchPath = [path.join(hosts.folder, 'few')];
    await mkdir(searchPath[0] ?? '');
    execFileSync('ln', ['-s', '/bin/sh', '/bin/cat', searchPath[0] ?? '']);
    const { code, message } = await addAndConnect('no-python', { searchPath });
    assert.equal(code, 'remote/unsuitable');
    assert.match(message, /needs Python 3\.9 or newer\. It has no Python/);
  });

  it('has a Python that is too old', async () => {
    const old = '#!/bin/sh\ntest "$1" = -V && echo Python 3.6.15 && exit 0\nexit 97\n';
    const searchPath = [path.join(hosts.folder, 'few')];
    const { message } = await addAndConnect('old', { searchPath, programs: { python3: old } });
    assert.match(message, /It has only Python 3\.6\.15/);
  });

  it('has a home that cannot be written', async () => {
    await withTmpfs(path.join(hosts.folder, 'read-only'), 'ro', async (homeFolder) => {
      const { code, message } = await addAndConnect('read-only', { homeFolder });
      assert.equal(code, 'remote/unsuitable');
      assert.match(message, /Read-only file system.*Check the owner and the permissions/);
    });
  });

  it('has a full disk, and keeps nothing half', async () => {
    await withTmpfs(path.join(hosts.folder, 'full'), 'size=1m', async (homeFolder) => {
      await hosts.add('full', { homeFolder });
      const link = machines.link('full');
      const bytes = Buffer.alloc(3_000_000);
      const put = link.put({ bytes }, `${homeFolder}/x.bin`, { signal: noEnd() });
      const { code, message } = await failureOf(put);
      assert.equal(code, 'remote/disk-full');
      assert.match(message, /^full has no room: .*x\.bin needs 3000000 more bytes/);
      assert.equal(
        (await link.look(onlyFolder(homeFolder), noEnd())).entries[homeFolder]?.length,
        2,
      );
    });
  });

  it('is behind a configuration that ssh does not take', async () => {
    await configure('Host broken-config\n  NoSuchOption yes');
    const { code, message } = await connect('broken-config');
    await writeFile(
      hosts.configFile,
      (await readFile(hosts.configFile, 'utf8')).replace(/Host broken-config\n.*\n/, ''),
    );
    assert.equal(code, 'remote/refused');
    assert.match(message, /does not take its configuration.*nosuchoption/i);
  });

  it('is asked for where there is no ssh', async () => {
    const window = openMachines(hosts, 'terminal', { PATH: '/nowhere' });
    const { message } = await failureOf(window.link('a100').home(noEnd()));
    await window.close();
    assert.match(message, /There is no ssh on this computer\. Install OpenSSH/);
  });
});

describe('a machine that is unusual', () => {
  let hosts: SshHosts;
  let machines: Machines;
  before(async () => {
    hosts = await SshHosts.start();
    machines = openMachines(hosts);
  });
  after(async () => {
    await machines.close();
    await hosts.close();
  });

  for (const [title, options] of [
    ['has fish as its login shell', { shell: 'fish' }],
    ['has tcsh as its login shell', { shell: 'tcsh' }],
    ['has a profile that prints text', { profile: 'echo Welcome; echo "50 % off" >&2\n' }],
    ['forwards no ports', { server: ['AllowTcpForwarding no'] }],
    ['has forwardings and a command in its configuration', unusualClient()],
  ] as const) {
    it(title, async () => {
      const name = title.replaceAll(' ', '-');
      const host = await hosts.add(name, options);
      const home = await machines.link(name).home(noEnd());
      assert.equal(home.home, host.home);
      const ended = await machines.link(name).run({ argv: ['pwd'], signal: noEnd() });
      assert.equal(ended.stdout, `${host.home}\n`);
    });
  }

  it('shares connections by the settings of the person', async () => {
    const own = path.join(hosts.folder, 'own-%C');
    await hosts.add('own', { client: ['ControlMaster auto', `ControlPath ${own}`] });
    await machines.link('own').home(noEnd());
    const { stderr } = spawnSync('ssh', ['-O', 'check', 'own'], { env: hosts.env });
    assert.match(stderr.toString(), /Master running/);
  });
});

function unusualClient(): HostOptions {
  return { client: ['LocalForward 1 127.0.0.1:1', 'RemoteCommand tmux', 'RequestTTY force'] };
}

function onlyFolder(folder: string): Parameters<ReturnType<Machines['link']>['look']>[0] {
  return { folders: [folder], files: [], followed: [], pids: [] };
}

async function withTmpfs(
  folder: string,
  options: string,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  try {
    await work(folder);
  } finally {
    execFileSync('umount', ['-l', folder]);
  }
}
