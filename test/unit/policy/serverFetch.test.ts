import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { isNear, openServerFetch, type ServerFetch } from '../../../runtime/policy/serverFetch.ts';
import { chat, type FakeOpenAiServer, startOpenAiServer } from '../../fakes/openAiServer.ts';

/** A proxy that sends every tunnel to one port of this machine. */
async function startProxy(target: number) {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const proxy = createServer();
  proxy.on('connect', (request, socket: Socket) => {
    asked.push(request.url ?? '');
    const tunnel = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(tunnel).pipe(socket);
    });
    for (const one of [socket, tunnel]) {
      sockets.add(one);
      one.on('error', () => one.destroy());
    }
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  return {
    asked,
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}

describe('fetching from servers', () => {
  let server: FakeOpenAiServer;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let opened: ServerFetch;

  beforeEach(async () => {
    server = await startOpenAiServer({ 'GET /': [{ body: 'hello' }], 'POST /s': [chat('a', 'b')] });
    proxy = await startProxy(Number(new URL(server.origin).port));
  });

  afterEach(async () => {
    await opened.close();
    proxy.close();
    await server.close();
  });

  it('works without a proxy, streams included', async () => {
    opened = openServerFetch({});
    assert.equal(await (await opened.fetch(server.origin)).text(), 'hello');
    const streamed = await opened.fetch(`${server.origin}/s`, { method: 'POST', body: '{}' });
    assert.match(await streamed.text(), /\[DONE\]/);
  });

  it('reaches far hosts through the proxy', async () => {
    opened = openServerFetch({ HTTP_PROXY: proxy.url });
    const answer = await opened.fetch('http://models.example/');
    assert.equal(await answer.text(), 'hello');
    assert.deepEqual(proxy.asked, ['models.example:80']);
  });

  it('reaches this machine without it', async () => {
    opened = openServerFetch({ http_proxy: proxy.url, https_proxy: proxy.url });
    assert.equal(await (await opened.fetch(server.origin)).text(), 'hello');
    assert.deepEqual(proxy.asked, []);
  });

  it('leaves out what NO_PROXY names', async () => {
    opened = openServerFetch({ HTTP_PROXY: proxy.url, NO_PROXY: 'models.invalid' });
    await assert.rejects(opened.fetch('http://models.invalid/'));
    assert.deepEqual(proxy.asked, []);
  });

  it('can be aborted', async () => {
    opened = openServerFetch({});
    await assert.rejects(opened.fetch(server.origin, { signal: AbortSignal.abort() }), {
      name: 'AbortError',
    });
  });
});

describe('near hosts', () => {
  for (const host of [
    'localhost',
    'gpu-box',
    'nas.local',
    'box.lan',
    '127.0.0.1',
    '127.8.8.8',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.1',
    '192.168.1.5',
    '[::1]',
    '[fd00::1]',
    '[fe80::1]',
  ]) {
    it(`${host} is near`, () => assert.ok(isNear(host)));
  }
  for (const host of [
    'api.openai.com',
    'localhost.example',
    '8.8.8.8',
    '172.32.0.1',
    '100.10.0.1',
    '[2001:db8::1]',
  ]) {
    it(`${host} is far`, () => assert.ok(!isNear(host)));
  }
});
