import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Machines } from '../../runtime/remote/machines/machines.ts';
import { noEnd, openMachines } from './remoteCase.ts';
import { type SshHost, SshHosts } from './sshHosts.ts';

describe('a link to an ssh host', () => {
  let hosts: SshHosts;
  let host: SshHost;
  let machines: Machines;

  before(async () => {
    hosts = await SshHosts.start();
    host = await hosts.add('a100');
    machines = openMachines(hosts);
  });
  after(async () => {
    await machines.close();
    await hosts.close();
  });

  it('says who is there and makes the folder of everything', async () => {
    const home = await machines.link('a100').home(noEnd());
    assert.equal(home.home, host.home);
    assert.equal(home.folder, path.join(host.home, '.tool-r1'));
    assert.equal(home.system, 'Linux');
  });

  it('brings files there and back as they are', async () => {
    const link = machines.link('a100');
    const bytes = randomBytes(3_000_000);
    const seen: number[] = [];
    const onProgress = ({ done }: { done: number }) => void seen.push(done);
    await link.put({ bytes }, `${host.home}/deep/er/weights.bin`, { signal: noEnd(), onProgress });
    assert.deepEqual(await readFile(`${host.home}/deep/er/weights.bin`), bytes);
    assert.equal(seen.at(-1), bytes.length);
    const local = path.join(hosts.folder, 'back.bin');
    await link.fetch(`${host.home}/deep/er/weights.bin`, local, { signal: noEnd() });
    assert.deepEqual(await readFile(local), bytes);
  });

  it('runs a program with secrets in its environment alone', async () => {
    const link = machines.link('a100');
    const said: string[] = [];
    const ended = await link.run({
      argv: ['/bin/sh', '-c', 'cat; echo "$KEY" >&2; tr "\\0" " " < /proc/$$/cmdline; exit 4'],
      env: { KEY: 'sk-secret' },
      stdin: Buffer.from('grüße\n'),
      onOutput: (stream, text) => void said.push(`${stream} ${text}`),
      signal: noEnd(),
    });
    assert.equal(ended.code, 4);
    assert.match(ended.stdout, /^grüße\n\/bin\/sh -c/);
    assert.ok(!ended.stdout.includes('sk-secret'));
    assert.equal(ended.stderr, 'sk-secret\n');
    assert.ok(said.includes('stderr sk-secret\n'));
  });

  it('goes on over a new connection when the old one was cut', async () => {
    const link = machines.link('a100');
    await writeFile(`${host.home}/status.json`, '{"step": 1}');
    const look = { folders: [], files: [{ path: `${host.home}/status.json`, stamp: null }] };
    const whole = { ...look, followed: [], pids: [] };
    assert.equal((await link.look(whole, noEnd())).files[0]?.text, '{"step": 1}');
    await host.server.cut();
    link.retry();
    assert.equal((await link.look(whole, noEnd())).files[0]?.text, '{"step": 1}');
  });

  it('leaves a shared connection that hangs for a new one', async () => {
    await machines.link('a100').home(noEnd());
    const shared = path.join(hosts.folder, 'cache', 'ssh');
    const [name] = (await readdir(shared)).filter((file) => !file.endsWith('.lock'));
    const check = ['-o', `ControlPath=${path.join(shared, name ?? '')}`, '-O', 'check', 'a100'];
    const said = spawnSync('ssh', check, { env: hosts.env }).stderr.toString();
    const pid = Number(/pid=(\d+)/.exec(said)?.[1]);
    process.kill(pid, 'SIGSTOP');
    const window = openMachines(hosts);
    try {
      assert.equal((await window.link('a100').home(noEnd())).home, host.home);
    } finally {
      process.kill(pid, 'SIGKILL');
      await window.close();
    }
  });

  it('is one connection however many windows there are', async () => {
    const before = await host.server.accepted();
    const windows = [openMachines(hosts), openMachines(hosts), openMachines(hosts)];
    try {
      await Promise.all(windows.map((window) => window.link('a100').home(noEnd())));
      assert.equal(await host.server.accepted(), before);
    } finally {
      await Promise.all(windows.map((window) => window.close()));
    }
  });
});
