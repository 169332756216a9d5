// Ports, programs and what is left behind: everything that lives as long as a connection.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { Machines } from '../../runtime/remote/machines/machines.ts';
import { failureOf } from '../fakes/failureOf.ts';
import { until } from '../fakes/until.ts';
import { noEnd, openMachines } from './remoteCase.ts';
import { type SshHost, SshHosts } from './sshHosts.ts';

describe('what lives as long as a connection', () => {
  const page = randomBytes(5_000_000);
  let hosts: SshHosts;
  let host: SshHost;
  let machines: Machines;
  let server: Server;
  let port = 0;

  before(async () => {
    hosts = await SshHosts.start();
    host = await hosts.add('a100', { server: ['AllowTcpForwarding no'] });
    server = createServer((request, response) => {
      if (request.method === 'POST') request.pipe(response);
      else response.end(page);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    port = typeof address === 'object' && address !== null ? address.port : 0;
  });
  beforeEach(() => (machines = openMachines(hosts)));
  afterEach(() => machines.close());
  after(async () => {
    server.closeAllConnections();
    server.close();
    await hosts.close();
  });

  const get = async (localPort: number): Promise<Buffer> =>
    Buffer.from(
      await (
        await fetch(`http://127.0.0.1:${localPort}/`, { headers: { connection: 'close' } })
      ).arrayBuffer(),
    );

  it('a tunnel carries several requests at once, both ways', async () => {
    const tunnel = await machines.link('a100').tunnel(port, noEnd());
    const bodies = await Promise.all([1, 2, 3].map(() => get(tunnel.localPort)));
    assert.ok(bodies.every((body) => body.equals(page)));
    const url = `http://127.0.0.1:${tunnel.localPort}/`;
    const echoed = await fetch(url, { method: 'POST', body: page });
    assert.ok(Buffer.from(await echoed.arrayBuffer()).equals(page));
    await tunnel.close();
    await assert.rejects(get(tunnel.localPort));
  });

  it('a tunnel serves on the same port after a break', async () => {
    const link = machines.link('a100');
    const tunnel = await link.tunnel(port, noEnd());
    assert.ok((await get(tunnel.localPort)).equals(page));
    await host.server.cut();
    await link.home(noEnd());
    assert.ok((await get(tunnel.localPort)).equals(page));
  });

  it('a tunnel to a port where nobody listens closes what comes', async () => {
    const tunnel = await machines.link('a100').tunnel(1, noEnd());
    await assert.rejects(get(tunnel.localPort));
  });

  it('a program ends when it is called off', async () => {
    const stop = new AbortController();
    const started = new Promise<number>((resolve) => {
      const onOutput = (_: string, text: string) => resolve(Number(text));
      const argv = ['/bin/sh', '-c', 'echo $$; exec sleep 300'];
      machines
        .link('a100')
        .run({ argv, onOutput, signal: stop.signal })
        .catch(() => undefined);
    });
    const pid = await started;
    stop.abort();
    await gone(pid);
  });

  it('a program ends with the connection, and is not started again', async () => {
    const pids: number[] = [];
    const started = new Promise<Promise<unknown>>((resolve) => {
      const onOutput = (_: string, text: string) => {
        pids.push(Number(text));
        resolve(Promise.resolve());
      };
      const argv = ['/bin/sh', '-c', 'echo $$; exec sleep 300'];
      const running = machines.link('a100').run({ argv, onOutput, signal: noEnd() });
      const ended = failureOf(running);
      void ended.then(({ code }) => assert.equal(code, 'remote/offline'));
    });
    await started;
    await host.server.cut();
    await gone(pids[0] ?? 0);
    await machines.link('a100').home(noEnd());
    assert.equal(pids.length, 1);
  });

  it('leaves nothing on the machine when the window closes', async () => {
    const link = machines.link('a100');
    const ended = await link.run({ argv: ['/bin/sh', '-c', 'echo $PPID'], signal: noEnd() });
    const agent = Number(ended.stdout);
    assert.ok(existsSync(`/proc/${agent}`));
    await machines.close();
    await gone(agent);
  });
});

function gone(pid: number): Promise<void> {
  return until(() => !existsSync(`/proc/${pid}`), 30_000);
}
