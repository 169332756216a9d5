// What the agent may never reach through the web, asked of the real client: no connection is tried for any of it.
import assert from 'node:assert/strict';
import { status } from '../../fakes/mirror.ts';
import { type LocalWeb, publicAddress, startLocalWeb } from './localWeb.ts';

/** Addresses as an agent, or a page that it reads, may write them. */
const addresses: readonly string[] = [
  // This computer.
  'http://127.0.0.1/',
  'http://127.0.0.1:8080/',
  'https://127.0.0.1/',
  'http://127.8.9.10/',
  'http://127.0.0.1./',
  'http://0.0.0.0/',
  'http://localhost/',
  'http://LOCALHOST/',
  'http://localhost./',
  'http://localhost.localdomain/',
  'http://app.localhost/',
  'http://[::1]/',
  'http://[::]/',
  'http://[0:0:0:0:0:0:0:1]/',
  // The same, in other notations.
  'http://2130706433/',
  'http://0x7f000001/',
  'http://017700000001/',
  'http://0x7f.1/',
  'http://127.1/',
  'http://127.0.1/',
  'http://0177.0.0.1/',
  'http://0x7f.0x0.0x0.0x1/',
  'http://0/',
  'http://%31%32%37.0.0.1/',
  'http://１２７.０.０.１/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://ｌｏｃａｌｈｏｓｔ/',
  // IPv4 inside IPv6.
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b::10.0.0.1]/',
  'http://[64:ff9b:1::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2002:a00:1::1]/',
  'http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/',
  // Private networks.
  'http://10.0.0.1/',
  'http://10.255.255.255/',
  'http://172.16.0.1/',
  'http://172.31.255.254/',
  'http://192.168.1.1/',
  'http://192.168.1.1:8443/',
  'http://3232235777/',
  'http://[fc00::1]/',
  'http://[fd12:3456:789a::1]/',
  'http://[fec0::1]/',
  'http://router/',
  'http://intranet:8080/',
  'http://printer.local/',
  'http://nas.home.arpa/',
  // Clouds.
  'http://169.254.169.254/latest/meta-data/',
  'http://169.254.170.2/v2/credentials',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://[::ffff:169.254.169.254]/',
  'http://100.100.100.200/',
  'http://100.64.0.1/',
  'http://168.63.129.16/',
  'http://192.0.0.192/',
  'http://metadata.google.internal/',
  'http://metadata.google.internal./',
  // Reserved for something else than sites.
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://198.51.100.1/',
  'http://203.0.113.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[2001:db8::1]/',
  'http://[ff02::1]/',
  'http://[100::1]/',
  // No addresses, other schemes, other protocols, credentials.
  'http://[fe80::1%25eth0]/',
  'http://[::1',
  '//127.0.0.1/',
  'file:///etc/passwd',
  'ftp://ftp.example/',
  'gopher://site.example:70/_',
  'http://site.example:22/',
  'http://site.example:25/',
  'http://site.example:6379/',
  'http://site.example:11211/',
  'http://93.184.216.34:5432/',
  'http://user@site.example/',
  'http://user:password@site.example/',
  'http://site.example@127.0.0.1/',
  'http://127.0.0.1\\@site.example/',
];

/** What a name of a public site may lead to, beside something harmless. */
const answers: readonly string[] = [
  '127.0.0.1',
  '10.1.2.3',
  '172.20.0.1',
  '192.168.0.10',
  '169.254.169.254',
  '100.64.1.1',
  '168.63.129.16',
  '0.0.0.0',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:5db8:d822',
  '::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '2002:7f00:1::',
  '2001:0:4136:e378:8000:63bf:80ff:fffe',
  'fd00::1',
  'fe80::1',
  'fe80::1%2',
  'ff02::1',
  '2001:db8::1',
];

describe('the doors that the web keeps closed', () => {
  let local: LocalWeb;
  let answer: readonly string[] = [];
  before(async () => {
    const names = { 'site.example': [publicAddress], 'trap.example': () => answer };
    local = await startLocalWeb({ names });
    local.server.answers.set('/', status(200, 'a secret'));
  });
  after(() => local.close());
  beforeEach(() => {
    local.dials.length = 0;
    local.lookups.length = 0;
    local.server.requests.length = 0;
  });

  for (const address of addresses) {
    it(`are not opened by ${address}`, async () => {
      const error = await local.failed(address);
      assert.equal(error.problem, 'refused', error.message);
      assert.deepEqual([local.dials, local.lookups, local.server.requests], [[], [], []]);
    });
  }

  for (const address of answers) {
    for (const place of ['alone', 'before a public one', 'after a public one']) {
      it(`are not opened by a name of ${address} ${place}`, async () => {
        const others = place === 'alone' ? [] : [publicAddress];
        answer = place.startsWith('before') ? [address, ...others] : [...others, address];
        const error = await local.failed('http://trap.example/');
        assert.equal(error.problem, 'refused', error.message);
        assert.match(error.message, /leads to .*only public sites/);
        assert.ok(!error.message.includes(address), 'the network stays unknown to the agent');
        assert.deepEqual([local.dials, local.server.requests], [[], []]);
      });
    }
  }

  it('are not opened by redirects to any of the addresses', async () => {
    for (const address of addresses) {
      if (!URL.canParse(address) || /[^ -~]/.test(address)) continue;
      local.server.answers.set('/moved', (_request, response) => {
        response.writeHead(302, { location: address }).end();
      });
      const error = await local.failed('http://site.example/moved', { kind: 'api' });
      assert.equal(error.problem, 'refused', `${address}: ${error.message}`);
    }
    assert.deepEqual(new Set(local.dials), new Set([`${publicAddress}:80`]));
    assert.deepEqual(new Set(local.server.requests), new Set(['GET /moved']));
  });

  it('are not opened by a redirect to a name that leads there', async () => {
    answer = ['169.254.169.254'];
    local.server.answers.set('/moved', (_request, response) => {
      response.writeHead(307, { location: 'http://trap.example/' }).end();
    });
    const error = await local.failed('http://site.example/moved', { kind: 'api' });
    assert.equal(error.problem, 'refused');
    assert.equal(local.lookups.at(-1), 'trap.example');
    assert.deepEqual(local.server.requests, ['GET /moved']);
  });

  it('stay closed to a name that leads elsewhere a moment later', async () => {
    const turns = [[publicAddress], ['127.0.0.1'], [publicAddress], ['169.254.169.254']];
    const rebound = await startLocalWeb({
      names: { 'trap.example': () => turns.shift() ?? assert.fail('looked up once too often') },
    });
    rebound.server.answers.set('/', status(200, 'a page'));
    rebound.server.answers.set('/moved', (_request, response) => {
      response.writeHead(302, { location: '/' }).end();
    });
    const page = { kind: 'api' } as const;
    assert.equal((await rebound.get('http://trap.example/', page)).status, 200);
    assert.equal(turns.length, 3, 'it is looked up once for a connection');
    assert.equal((await rebound.failed('http://trap.example/?again', page)).problem, 'refused');
    // Public for the question, private for the redirect to itself.
    assert.equal((await rebound.failed('http://trap.example/moved', page)).problem, 'refused');
    assert.deepEqual(rebound.dials, [`${publicAddress}:80`, `${publicAddress}:80`]);
    assert.deepEqual(rebound.server.requests, ['GET /', 'GET /moved']);
    await rebound.close();
  });

  it('stay closed to robots.txt of a name that leads there', async () => {
    answer = ['10.0.0.1'];
    assert.equal((await local.failed('http://trap.example/')).problem, 'refused');
    local.server.answers.set('/robots.txt', (_request, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    });
    assert.equal((await local.failed('http://site.example/')).problem, 'refused');
    assert.deepEqual(local.server.requests, ['GET /robots.txt']);
    local.server.answers.delete('/robots.txt');
  });

  it('open for public sites, by name and by address', async () => {
    answer = ['93.184.216.34', '2606:4700::1111'];
    for (const address of ['http://trap.example/', 'http://8.8.8.8/', 'http://[2606:4700::1]/']) {
      const response = await local.get(address, { kind: 'api' });
      assert.equal(Buffer.from(response.body).toString(), 'a secret');
    }
    assert.deepEqual(local.dials, ['93.184.216.34:80', '8.8.8.8:80', '2606:4700::1:80']);
  });
});
