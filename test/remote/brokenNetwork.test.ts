import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Machines } from '../../runtime/remote/machines/machines.ts';
import { failureOf } from '../fakes/failureOf.ts';
import { noEnd, openMachines } from './remoteCase.ts';
import { type SshHost, SshHosts } from './sshHosts.ts';
import { TestNetwork } from './testNetwork.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('a machine behind a network', function () {
  this.timeout(120_000);
  let network: TestNetwork;
  let hosts: SshHosts;
  let near: SshHost;
  let machines: Machines;

  before(async () => {
    network = new TestNetwork();
    hosts = await SshHosts.start();
    near = await hosts.add('near', network.near);
    machines = openMachines(hosts);
  });
  after(async () => {
    await machines.close();
    await hosts.close();
    network.remove();
  });

  it('costs next to nothing while nothing is asked', async () => {
    const link = machines.link('near');
    await link.home(noEnd());
    // What belongs to the opening of the connection is through by then.
    await delay(1_000);
    const before = network.bytes();
    await delay(30_000);
    const perMinute = 2 * (network.bytes() - before);
    assert.ok(perMinute < 2_000, `${perMinute} bytes a minute`);
  });

  it('is reached through another one, as its configuration says', async () => {
    const far = await hosts.add('far', { ...network.far, client: ['ProxyJump near'] });
    assert.equal((await machines.link('far').home(noEnd())).home, far.home);
  });

  it('takes few bytes for a look at what did not change', async () => {
    const link = machines.link('near');
    const file = `${near.home}/status.json`;
    await writeFile(file, '{}');
    const ask = (stamp: string | null) =>
      link.look({ folders: [], files: [{ path: file, stamp }], followed: [], pids: [1] }, noEnd());
    const { files } = await ask(null);
    const before = network.bytes();
    assert.deepEqual((await ask(files[0]?.stamp ?? null)).files, []);
    await delay(500);
    assert.ok(network.bytes() - before < 1_000, `${network.bytes() - before} bytes`);
  });

  it('gets both files whole although the network is gone for 30 s', async () => {
    const link = machines.link('near');
    const bytes = randomBytes(100_000_000);
    const local = path.join(hosts.folder, 'large.bin');
    await writeFile(local, bytes);
    await writeFile(`${near.home}/there.bin`, bytes);
    const underWay = new EventEmitter();
    const onProgress = ({ done }: { done: number }) => {
      if (done > 20_000_000) underWay.emit('half');
    };
    const half = once(underWay, 'half');
    const options = { signal: noEnd(), onProgress };
    const put = link.put({ file: local }, `${near.home}/put.bin`, options);
    const fetched = path.join(hosts.folder, 'fetched.bin');
    const fetch = link.fetch(`${near.home}/there.bin`, fetched, options);
    await Promise.race([half, put, fetch]);
    network.cut();
    await delay(30_000);
    assert.equal(link.connection.state === 'connected', false);
    network.mend();
    link.retry();
    await Promise.all([put, fetch]);
    assert.equal(sha256(await readFile(`${near.home}/put.bin`)), sha256(bytes));
    assert.equal(sha256(await readFile(fetched)), sha256(bytes));
  });

  it('is said to be offline while the network is gone, and is back by itself', async () => {
    const link = machines.link('near');
    await link.home(noEnd());
    network.cut();
    const { code } = await failureOf(link.look(nothing, noEnd()));
    assert.equal(code, 'remote/offline');
    const { connection } = link;
    assert.ok(connection.state === 'offline' && connection.lastSeenAt !== null);
    assert.notEqual(connection.nextTryAt, null);
    network.mend();
    const back = new Promise<void>((resolve) => {
      const stop = link.onConnection(({ state }) => {
        if (state !== 'connected') return;
        stop();
        resolve();
      });
    });
    await back;
    await link.look(nothing, noEnd());
  });

  it('brings a file over a line that loses packets', async () => {
    const bytes = randomBytes(20_000_000);
    const options = { signal: noEnd() };
    const put = machines.link('near').put({ bytes }, `${near.home}/lossy.bin`, options);
    for (let round = 0; round < 8; round += 1) {
      await delay(100);
      network.cut();
      await delay(100);
      network.mend();
    }
    await put;
    assert.equal(sha256(await readFile(`${near.home}/lossy.bin`)), sha256(bytes));
  });
});

const nothing = { folders: [], files: [], followed: [], pids: [] };
