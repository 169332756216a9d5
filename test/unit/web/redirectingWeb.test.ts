// Redirects of the live web, over the real client: where they lead, what they take along, and where they end.
import assert from 'node:assert/strict';
import { buildConnector } from 'undici';
import type { MirrorAnswer } from '../../fakes/mirror.ts';
import { type LocalWeb, startLocalWeb } from './localWeb.ts';

const to =
  (location: string, status = 302): MirrorAnswer =>
  (_request, response) => {
    response.writeHead(status, { location }).end('moved');
  };

describe('redirects', () => {
  let local: LocalWeb;
  /** What each question brought along. */
  let seen: Record<string, unknown>[];
  beforeEach(async () => {
    local = await startLocalWeb({ choice: { limits: { maxRedirects: 3 } } });
    seen = [];
    local.server.answers.set('/end', (request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        const { host, authorization, accept, 'content-type': type } = request.headers;
        seen.push({ method: request.method, host, authorization, accept, type, body });
        response.end('the end');
      });
    });
  });
  afterEach(() => local.close());

  const page = { kind: 'api' } as const;
  const secretGet = { ...page, headers: { Authorization: 'Bearer x', Accept: 'text/html' } };
  const post = {
    ...page,
    method: 'POST',
    body: 'sent',
    headers: { Authorization: 'Bearer x', 'Content-Type': 'text/plain' },
  } as const;

  for (const [location, end] of [
    ['/end', 'http://site.example/end'],
    ['end#part', 'http://site.example/end'],
    ['?a', 'http://site.example/start?a'],
    ['//other.example/end', 'http://other.example/end'],
    ['https://other.example/end', 'https://other.example/end'],
    ['http://site.example:8080/end', 'http://site.example:8080/end'],
  ] as const) {
    it(`lead from a page to ${location}`, async () => {
      local.server.answers.set('/start', to(location));
      local.server.answers.set('/start?a', (_request, response) => response.end());
      const response = await local.get('http://site.example/start', page);
      assert.equal(response.url, end);
    });
  }

  for (const status of [301, 302, 303, 307, 308]) {
    it(`of status ${status} are followed`, async () => {
      local.server.answers.set('/start', to('/end', status));
      await local.get('http://site.example/start', secretGet);
      assert.deepEqual(seen, [
        {
          method: 'GET',
          host: 'site.example',
          authorization: 'Bearer x',
          accept: 'text/html',
          type: undefined,
          body: '',
        },
      ]);
    });
  }

  it('take nothing along to another site but what is asked for', async () => {
    for (const location of [
      'http://other.example/end',
      'https://site.example/end',
      'http://site.example:8080/end',
    ]) {
      local.server.answers.set('/start', to(location));
      await local.get('http://site.example/start', secretGet);
      const last = seen.at(-1);
      assert.deepEqual([last?.['authorization'], last?.['accept']], [undefined, 'text/html']);
    }
  });

  it('give back nothing that was dropped when they return', async () => {
    local.server.answers.set('/start', to('http://other.example/back'));
    local.server.answers.set('/back', to('http://site.example/end'));
    await local.get('http://site.example/start', secretGet);
    assert.equal(seen[0]?.['authorization'], undefined);
  });

  for (const [status, method, body] of [
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'sent'],
    [308, 'POST', 'sent'],
  ] as const) {
    it(`of status ${status} make a POST a ${method}`, async () => {
      local.server.answers.set('/start', to('/end', status));
      await local.get('http://site.example/start', post);
      const type = method === 'POST' ? 'text/plain' : undefined;
      const [first] = seen;
      assert.deepEqual([first?.['method'], first?.['body'], first?.['type']], [method, body, type]);
      assert.equal(first?.['authorization'], 'Bearer x');
    });
  }

  it('do not hand on to another site what was sent', async () => {
    for (const status of [307, 308]) {
      local.server.answers.set('/start', to('http://other.example/end', status));
      const error = await local.failed('http://site.example/start', post);
      assert.equal(error.problem, 'refused');
      assert.match(error.message, /site\.example wanted to hand on what was sent/);
    }
    assert.deepEqual(seen, []);
  });

  it('end somewhere, or are given up', async () => {
    local.server.answers.set('/1', to('/2'));
    local.server.answers.set('/2', to('/3'));
    local.server.answers.set('/3', to('/end'));
    assert.equal((await local.get('http://site.example/1', page)).url, 'http://site.example/end');
    local.server.answers.set('/0', to('/1'));
    local.server.answers.set('/loop', to('/loop'));
    for (const path of ['/0', '/loop']) {
      local.server.requests.length = 0;
      const error = await local.failed(`http://site.example${path}`, page);
      assert.equal(error.problem, 'too-many-redirects');
      assert.match(error.message, /after 3 redirects/);
      assert.equal(local.server.requests.length, 4);
    }
  });

  it('lead nowhere without a readable address', async () => {
    for (const location of [
      'http://',
      'mailto:me@site.example',
      'http://[::1',
      'ftp://x.example/',
    ]) {
      local.server.answers.set('/start', to(location));
      assert.equal((await local.failed('http://site.example/start', page)).problem, 'refused');
    }
    local.server.answers.set('/start', (_request, response) => response.writeHead(302).end());
    const error = await local.failed('http://site.example/start', page);
    assert.deepEqual([error.problem, error.status], ['status', 302]);
  });

  it('strike out keys in what they report', async () => {
    local.server.answers.set('/start?api_key=k1', to('ftp://x.example/?token=k2'));
    const error = await local.failed('http://site.example/start?api_key=k1', page);
    assert.doesNotMatch(error.message, /k1|k2/);
    const missing = await local.failed('http://site.example/none?token=k3', page);
    assert.match(missing.message, /none\?token=hidden answered with status 404/);
  });
});

describe('statuses', () => {
  let local: LocalWeb;
  before(
    async () => (local = await startLocalWeb({ choice: { limits: { maxWaitMilliseconds: 0 } } })),
  );
  after(() => local.close());

  for (const [status, problem, words] of [
    [304, 'status', /without a page/],
    [400, 'status', /did not take the question/],
    [401, 'status', /does not let this program in/],
    [403, 'status', /does not let this program in/],
    [404, 'not-found', /there is no such page.*archived copy/],
    [410, 'not-found', /there is no such page/],
    [418, 'status', /did not take the question/],
    [429, 'busy', /busy/],
    [500, 'status', /the site has a fault/],
    [503, 'busy', /busy/],
  ] as const) {
    it(`of ${status} are errors of the kind ${problem}`, async () => {
      local.server.answers.set('/', (_request, response) => response.writeHead(status).end('no'));
      const error = await local.failed(`http://site${status}.example/`, { kind: 'api' });
      assert.deepEqual([error.problem, error.status], [problem, status]);
      assert.match(error.message, words);
    });
  }
});

describe("the person's own servers", () => {
  let local: LocalWeb;
  let own = '';
  let closeFront: () => Promise<void> = () => Promise.resolve();
  before(async () => {
    // The server of the test is one itself: it is dialled as it is, by a client of its own.
    const front = await startLocalWeb();
    own = new URL(front.server.url).host;
    local = await startLocalWeb({ choice: { ownServers: [own] }, dial: buildConnector({}) });
    front.server.answers.set('/search', (_request, response) => response.end('found'));
    front.server.answers.set('/here', to('/search'));
    front.server.answers.set(
      '/neighbour',
      to(`http://localhost:${new URL(`http://${own}`).port}/search`),
    );
    closeFront = front.close;
  });
  after(async () => {
    await local.close();
    await closeFront();
  });

  it('are reached when they are asked for', async () => {
    const { body } = await local.get(`http://${own}/search`);
    assert.equal(Buffer.from(body).toString(), 'found');
  });

  it('may lead to themselves and nowhere else on this computer', async () => {
    assert.equal((await local.get(`http://${own}/here`)).url, `http://${own}/search`);
    assert.equal((await local.failed(`http://${own}/neighbour`)).problem, 'refused');
  });

  it('are not reached because a site leads to them', async () => {
    const sites = await startLocalWeb({ choice: { ownServers: [own] } });
    sites.server.answers.set('/start', to(`http://${own}/search`));
    const error = await sites.failed('http://site.example/start', { kind: 'api' });
    assert.equal(error.problem, 'refused');
    assert.equal(sites.dials.length, 1);
    await sites.close();
  });

  it('are no others on the same computer', async () => {
    assert.equal((await local.failed('http://127.0.0.1:1/')).problem, 'refused');
  });
});
