// The real client against a server that does what sites do on a bad day.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { buildConnector } from 'undici';
import { file, status, stuckFile } from '../../fakes/mirror.ts';
import { until } from '../../fakes/until.ts';
import { type LocalWeb, type LocalWebSetup, startLocalWeb, webErrorOf } from './localWeb.ts';

const page = { kind: 'api' } as const;

describe('the client of the web', () => {
  const opened: LocalWeb[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });
  async function open(setup: LocalWebSetup = {}): Promise<LocalWeb> {
    const local = await startLocalWeb(setup);
    opened.push(local);
    return local;
  }

  it('says who it is, and sends what it is given', async () => {
    const { server, get } = await open();
    let seen: unknown = null;
    server.answers.set('/ask?q=1', (request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        const { host, accept, authorization, cookie } = request.headers;
        seen = { method: request.method, host, accept, authorization, cookie, body };
        response.end(request.headers['user-agent']);
      });
    });
    const headers = { Authorization: 'Bearer x', Accept: 'application/json' };
    const request = { method: 'POST', body: 'größe', headers, ...page } as const;
    const response = await get('http://site.example/ask?q=1#part', request);
    assert.match(text(response), /^Tool-R1\/\d+\.\d+\.\d+ /);
    assert.deepEqual(seen, {
      method: 'POST',
      host: 'site.example',
      accept: 'application/json',
      authorization: 'Bearer x',
      cookie: undefined,
      body: 'größe',
    });
  });

  it('says whom to write to when the person wants that', async () => {
    const agents: string[] = [];
    for (const contact of ['me@example.org', ' ', 'a (b)\r\nx: größe']) {
      const { server, get } = await open({ env: { TOOL_R1_CONTACT: contact } });
      server.answers.set('/', (request, response) => {
        agents.push(request.headers['user-agent']?.replace(/^\S+ /, '') ?? '');
        response.end();
      });
      await get('http://site.example/', page);
    }
    assert.deepEqual(agents, [
      '(VS Code extension tool-r1; me@example.org)',
      '(VS Code extension tool-r1)',
      '(VS Code extension tool-r1; a bx: gre)',
    ]);
  });

  it('asks no proxy that the environment names', async () => {
    const env = { HTTP_PROXY: 'http://127.0.0.1:1', http_proxy: 'http://127.0.0.1:1' };
    const { server, get, dials } = await open({ env });
    server.answers.set('/', status(200, 'here'));
    assert.equal(text(await get('http://site.example/', page)), 'here');
    assert.deepEqual(dials, ['93.184.216.34:80']);
  });

  it('asks a busy site again when it may', async () => {
    const { server, get, failed } = await open();
    server.answers.set('/', (_request, response, count) => {
      if (count === 1) response.writeHead(429, { 'retry-after': '0' }).end();
      else response.end(`attempt ${count}`);
    });
    server.answers.set('/never', (_request, response) => {
      response.writeHead(503, { 'retry-after': '3600' }).end();
    });
    assert.equal(text(await get('http://site.example/', page)), 'attempt 2');
    const error = await failed('http://other.example/never', page);
    assert.deepEqual([error.problem, error.status], ['busy', 503]);
    assert.match(error.message, /other\.example is busy and asks to wait 3600 s/);
  });

  it('tells what the site said of its answer, but neither cookies nor the transfer', async () => {
    const { server, get } = await open();
    server.answers.set('/', (_request, response) => {
      response.writeHead(201, {
        'content-type': 'text/plain; charset=utf-8',
        'content-encoding': 'gzip',
        'set-cookie': ['a=1', 'b=2'],
        link: ['<a>; rel=next', '<b>; rel=last'],
        'www-authenticate': 'Basic',
      });
      response.end(gzipSync('hello'));
    });
    const { url, status: code, headers, body, source } = await get('http://Site.example', page);
    assert.deepEqual([url, code, source], ['http://site.example/', 201, 'network']);
    assert.equal(Buffer.from(body).toString(), 'hello');
    const { date, ...rest } = headers;
    assert.ok(date);
    assert.deepEqual(rest, {
      'content-type': 'text/plain; charset=utf-8',
      link: '<a>; rel=next, <b>; rel=last',
    });
  });

  it('reads no more than its limit, announced or not', async () => {
    const { server, get, failed } = await open({ choice: { limits: { maxBodyBytes: 10_000 } } });
    server.answers.set('/fits', file(new Uint8Array(10_000)));
    server.answers.set('/announced', file(new Uint8Array(10_001)));
    server.answers.set('/endless', (_request, response) => {
      const more = () => {
        while (response.writable && response.write(Buffer.alloc(4_096)));
      };
      response.on('drain', more);
      more();
    });
    server.answers.set('/bomb', (_request, response) => {
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(5_000_000)));
    });
    assert.equal((await get('http://site.example/fits', page)).body.length, 10_000);
    for (const name of ['announced', 'endless', 'bomb']) {
      const error = await failed(`http://site.example/${name}`, page);
      assert.equal(error.problem, 'too-large', error.message);
      assert.match(error.message, new RegExp(`/${name} is larger than the 10 kB that are read`));
    }
  });

  it('waits for the first byte and for the whole answer no longer than it may', async () => {
    const limits = { firstByteMilliseconds: 1_000, exchangeMilliseconds: 60_000 };
    // Time is up at once for the limit that is looked at, and never for the other.
    const open1 = (up: number) =>
      open({
        choice: { limits },
        sleep: (milliseconds, signal) =>
          milliseconds === up ? Promise.resolve() : once(signal, 'abort').then(() => undefined),
      });
    const first = await open1(1_000);
    first.server.answers.set('/', () => undefined);
    const silent = await first.failed('http://site.example/', page);
    assert.equal(silent.problem, 'too-slow');
    assert.match(silent.message, /site\.example did not answer within 1 s/);
    const whole = await open1(60_000);
    whole.server.answers.set('/', stuckFile(new Uint8Array(100), 10));
    assert.match((await whole.failed('http://site.example/', page)).message, /within 60 s/);
  });

  it('lets a slow answer be when the whole time is up in the middle of it', async () => {
    let isUp: () => void = () => assert.fail('nobody waits');
    const local = await open({
      choice: { limits: { exchangeMilliseconds: 7 } },
      sleep: (milliseconds, signal) =>
        milliseconds === 7
          ? new Promise((resolve) => (isUp = resolve))
          : once(signal, 'abort').then(() => undefined),
    });
    let left = false;
    local.server.answers.set('/', (_request, response) => {
      response.on('close', () => (left = true));
      response.writeHead(200, { 'content-length': 100 }).write('the beginning');
      isUp();
    });
    assert.equal((await local.failed('http://site.example/', page)).problem, 'too-slow');
    await until(() => left);
  });

  it('ends a question that is given up, before and within its answer', async () => {
    const { web, server } = await open();
    for (const begins of [false, true]) {
      const giveUp = new AbortController();
      let left = false;
      server.answers.set('/', (_request, response) => {
        response.on('close', () => (left = true));
        if (begins) response.writeHead(200, { 'content-length': 100 }).write('the beginning');
        giveUp.abort();
      });
      const asked = web.fetch({ url: 'http://site.example/', ...page }, giveUp.signal);
      await assert.rejects(asked, { name: 'AbortError' });
      await until(() => left);
    }
  });

  it('does not ask at all when it is given up before', async () => {
    const { web, dials, lookups } = await open();
    const asked = web.fetch({ url: 'http://site.example/', ...page }, AbortSignal.abort());
    await assert.rejects(asked, { name: 'AbortError' });
    assert.deepEqual([dials, lookups], [[], []]);
  });

  it('says what a broken connection means', async () => {
    const { server, failed } = await open();
    server.answers.set('/cut', (_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('the beginning', () => response.destroy());
    });
    server.answers.set('/gone', (request) => request.socket.destroy());
    server.answers.set('/damaged', (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('this is not packed');
    });
    for (const [path, words] of [
      ['/cut', /site\.example broke the connection off/],
      ['/gone', /site\.example broke the connection off/],
      ['/damaged', /damaged sent a damaged answer/],
    ] as const) {
      const error = await failed(`http://site.example${path}`, page);
      assert.equal(error.problem, 'unreachable');
      assert.match(error.message, words);
    }
  });

  it('says what it means that there is no connection', async () => {
    const errors: readonly (readonly [code: string, problem: string, words: RegExp])[] = [
      ['ENOTFOUND', 'unreachable', /There is no site "site\.example"/],
      ['EAI_AGAIN', 'unreachable', /may be offline/],
      ['ECONNREFUSED', 'unreachable', /answers no questions on this port/],
      ['ECONNRESET', 'unreachable', /broke the connection off/],
      ['CERT_HAS_EXPIRED', 'unreachable', /did not prove that it is that site/],
      ['DEPTH_ZERO_SELF_SIGNED_CERT', 'unreachable', /did not prove/],
      ['ERR_TLS_CERT_ALTNAME_INVALID', 'unreachable', /did not prove/],
      ['UND_ERR_CONNECT_TIMEOUT', 'too-slow', /could not be reached in time/],
      ['EHOSTUNREACH', 'unreachable', /could not be asked: no way/],
    ];
    for (const [code, problem, words] of errors) {
      const { failed } = await open({
        dial: (_options, callback) => callback(Object.assign(new Error('no way'), { code }), null),
      });
      const error = await failed('https://site.example/', page);
      assert.equal(error.problem, problem, code);
      assert.match(error.message, words);
    }
  });

  it('says so when a name is not known, or has no address', async () => {
    const missing = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    const unknown = await open({ resolve: () => Promise.reject(missing) });
    assert.match((await unknown.failed('http://site.example/', page)).message, /There is no site/);
    const empty = await open({ names: { 'site.example': [] } });
    assert.match((await empty.failed('http://site.example/', page)).message, /has no address/);
    assert.deepEqual(empty.dials, []);
  });

  it('tries the addresses of a site in turn, both kinds early', async () => {
    const addresses = ['2606:4700::1', '2606:4700::2', '2606:4700::3', '8.8.8.8', '8.8.4.4'];
    const tried: string[] = [];
    const { server, get } = await open();
    server.answers.set('/', status(200, 'here'));
    const real = buildConnector({});
    const { hostname, port } = new URL(server.url);
    const local = await open({
      names: { 'site.example': addresses },
      dial: (options, callback) => {
        tried.push(options.hostname);
        assert.equal(
          options.host,
          'site.example',
          'the name of the site stays for its certificate',
        );
        if (options.hostname === '8.8.4.4') real({ ...options, hostname, port }, callback);
        else callback(Object.assign(new Error('no route'), { code: 'ENETUNREACH' }), null);
      },
    });
    assert.equal(text(await local.get('http://site.example/', page)), 'here');
    assert.deepEqual(tried, ['2606:4700::1', '8.8.8.8', '2606:4700::2', '8.8.4.4']);
    assert.equal(text(await get('http://site.example/', page)), 'here');
  });

  it('tells a site by its name whom it wants, though it dials an address', async () => {
    const greetings: Buffer[] = [];
    const other = createServer((socket) =>
      socket.once('data', (greeting) => {
        greetings.push(greeting);
        socket.destroy();
      }),
    );
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    assert.ok(address !== null && typeof address === 'object');
    const real = buildConnector({});
    const { failed } = await open({
      dial: (options, callback) => {
        assert.equal(options.hostname, '93.184.216.34');
        real({ ...options, hostname: '127.0.0.1', port: String(address.port) }, callback);
      },
    });
    assert.equal((await failed('https://site.example/', page)).problem, 'unreachable');
    // The server name of a TLS ClientHello is not encrypted (RFC 6066, 3).
    assert.match(Buffer.concat(greetings).toString('latin1'), /site\.example/);
    await new Promise((resolve) => other.close(resolve));
  });

  it('does not wait for a connection longer than for a first byte', async () => {
    const { failed } = await open({
      choice: { limits: { firstByteMilliseconds: 1_000 } },
      dial: () => undefined,
      sleep: (milliseconds, signal) =>
        milliseconds === 1_000 ? Promise.resolve() : once(signal, 'abort').then(() => undefined),
    });
    assert.equal((await failed('http://site.example/', page)).problem, 'too-slow');
  });

  it('understands no answer that is not HTTP', async () => {
    const other = createServer((socket) => socket.resume().end('220 mail.example ESMTP\r\n'));
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    assert.ok(address !== null && typeof address === 'object');
    const real = buildConnector({});
    const { failed } = await open({
      dial: (options, callback) =>
        real({ ...options, hostname: '127.0.0.1', port: String(address.port) }, callback),
    });
    assert.equal((await failed('http://site.example/', page)).problem, 'unreachable');
    await new Promise((resolve) => other.close(resolve));
  });

  it('connects once for a question, however soon a server hangs up', async () => {
    let count = 0;
    const real = buildConnector({});
    const local = await open({
      dial: (options, callback) => {
        count += 1;
        const { hostname, port } = new URL(local.server.url);
        real({ ...options, hostname, port }, (error, socket) => {
          socket?.destroy();
          if (error === null) callback(null, socket);
          else callback(error, null);
        });
      },
    });
    const error = await local.failed('http://site.example/', page);
    assert.deepEqual([error.problem, count], ['unreachable', 1]);
  });

  it('ends what is asked when it is closed', async () => {
    const { web, server, close } = await startLocalWeb();
    const begun = new Promise<void>((resolve) => server.answers.set('/', () => resolve()));
    const { signal } = new AbortController();
    const error = webErrorOf(web.fetch({ url: 'http://site.example/', ...page }, signal));
    await begun;
    await close();
    assert.equal((await error).problem, 'unreachable');
  });
});

function text({ body }: { readonly body: Uint8Array }): string {
  return Buffer.from(body).toString();
}
