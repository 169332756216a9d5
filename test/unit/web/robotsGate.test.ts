import assert from 'node:assert/strict';
import { RobotsGate } from '../../../runtime/web/robotsGate.ts';
import { type Web, WebError, type WebProblem } from '../../../runtime/web/web.ts';
import type { WebAddress } from '../../../runtime/web/webAddress.ts';
import { status } from '../../fakes/mirror.ts';
import { type LocalWeb, startLocalWeb, webErrorOf } from './localWeb.ts';
import { type VirtualTime, virtualTime } from './virtualTime.ts';

const { signal } = new AbortController();
const at = (url: string): WebAddress => ({ url: new URL(url), isOwn: false });

const rules = `
User-agent: *
Disallow: /closed
Allow: /closed/but/open
Disallow: /*.pdf$
Crawl-delay: 2

User-agent: OtherBot
Disallow: /

User-agent: tool-r1
Disallow: /agents
Crawl-delay: 1.5
`;

describe('robots.txt', () => {
  let time: VirtualTime;
  let asked: string[];
  beforeEach(() => {
    time = virtualTime();
    asked = [];
  });

  /** A gate whose sites all have this text, or this error. */
  function gate(outcome: string | (() => WebError), agentName = 'Tool-R1'): RobotsGate {
    const web: Web = {
      fetch: ({ url, kind }) => {
        asked.push(`${kind} ${url}`);
        if (typeof outcome !== 'string') return Promise.reject(outcome());
        const body = new TextEncoder().encode(outcome);
        return Promise.resolve({ url, status: 200, headers: {}, body, source: 'network' as const });
      },
    };
    return new RobotsGate({ web, agentName, clock: time.clock });
  }
  const failing = (problem: WebProblem, code?: number): RobotsGate =>
    gate(() => new WebError(problem, 'it failed', code === undefined ? {} : { status: code }));

  it('is asked once a day for each site', async () => {
    const one = gate(rules);
    for (const url of ['http://a.example/1', 'http://a.example/2', 'https://a.example/']) {
      await one.admit(at(url), signal);
    }
    assert.deepEqual(asked, [
      'api http://a.example/robots.txt',
      'api https://a.example/robots.txt',
    ]);
    time.advance(24 * 60 * 60 * 1000 - 1);
    await one.admit(at('http://a.example/3'), signal);
    assert.equal(asked.length, 2);
    time.advance(1);
    await one.admit(at('http://a.example/4'), signal);
    assert.equal(asked.length, 3);
  });

  it('closes pages to everybody', async () => {
    const other = gate(rules, 'Another');
    for (const path of ['/closed', '/closed/x?y', '/a/paper.pdf']) {
      const error = await webErrorOf(other.admit(at(`http://a.example${path}`), signal));
      assert.equal(error.problem, 'robots');
      assert.match(error.message, /a\.example asks programs not to visit .*robots\.txt/);
    }
    for (const path of ['/', '/closed/but/open', '/paper.pdf.html', '/agents', '/open?/closed']) {
      assert.equal(await other.admit(at(`http://a.example${path}`), signal), 2_000, path);
    }
  });

  it('closes pages to this program by its name', async () => {
    const own = gate(rules);
    assert.equal(
      (await webErrorOf(own.admit(at('http://a.example/agents/'), signal))).problem,
      'robots',
    );
    assert.equal(await own.admit(at('http://a.example/closed'), signal), 1_500);
  });

  for (const [name, text] of [
    ['empty', ''],
    ['a web page', '<!doctype html><html><body>Disallow: nothing here</body></html>'],
    ['full of noise', '\0\u{feff}Disallow\n:::\nUser-agent\n'],
  ] as const) {
    it(`closes nothing when it is ${name}`, async () => {
      assert.equal(await gate(text).admit(at('http://a.example/page'), signal), 0);
    });
  }

  for (const [problem, code] of [
    ['not-found', 404],
    ['not-found', 410],
    ['status', 401],
    ['status', 403],
    ['too-many-redirects', undefined],
  ] as const) {
    it(`closes nothing when it is missing (${code ?? problem})`, async () => {
      const missing = failing(problem, code);
      assert.equal(await missing.admit(at('http://a.example/page'), signal), 0);
      await missing.admit(at('http://a.example/page'), signal);
      assert.equal(asked.length, 1, 'that is remembered');
    });
  }

  for (const code of [429, 500, 503]) {
    it(`closes everything while it answers with status ${code}`, async () => {
      const broken = failing(code === 500 ? 'status' : 'busy', code);
      for (const count of [1, 2]) {
        const error = await webErrorOf(broken.admit(at('http://a.example/page'), signal));
        assert.equal(error.problem, 'robots');
        assert.match(error.message, new RegExp(`robots.txt answered with status ${code}`));
        assert.equal(asked.length, count, 'that is not remembered');
      }
    });
  }

  for (const problem of ['unreachable', 'too-slow', 'refused', 'busy', 'too-large'] as const) {
    it(`hands on that its site is ${problem}`, async () => {
      const error = await webErrorOf(failing(problem).admit(at('http://a.example/page'), signal));
      assert.deepEqual([error.problem, error.message], [problem, 'it failed']);
    });
  }

  for (const [delay, milliseconds] of [
    ['0.25', 250],
    ['soon', 0],
    ['-3', 0],
    ['', 0],
  ] as const) {
    it(`wants a pause of ${milliseconds} ms by a delay of "${delay}"`, async () => {
      const text = `User-agent: *\nCrawl-delay: ${delay}\n`;
      assert.equal(await gate(text).admit(at('http://a.example/'), signal), milliseconds);
    });
  }

  it('is read at its beginning when it is very long', async () => {
    const long = `${rules}${'# filling\n'.repeat(60_000)}\nUser-agent: tool-r1\nDisallow: /late\n`;
    assert.equal(await gate(long).admit(at('http://a.example/late'), signal), 1_500);
  });
});

describe('robots.txt of a real answer', () => {
  let local: LocalWeb;
  before(async () => {
    local = await startLocalWeb();
    local.server.answers.set('/robots.txt', status(200, 'User-agent: *\nDisallow: /private\n'));
    local.server.answers.set('/private', status(200, 'private'));
    local.server.answers.set('/public', status(200, 'public'));
    local.server.answers.set('/way', (_request, response) => {
      response.writeHead(302, { location: 'http://other.example/private' }).end();
    });
  });
  after(() => local.close());
  beforeEach(() => (local.server.requests.length = 0));

  it('is asked before a page, and a closed page is not asked', async () => {
    assert.equal((await local.failed('http://site.example/private')).problem, 'robots');
    assert.deepEqual(local.server.requests, ['GET /robots.txt']);
  });

  it('is asked of the site that a redirect leads to', async () => {
    assert.equal((await local.failed('http://site.example/way')).problem, 'robots');
    assert.deepEqual(local.server.requests, ['GET /way', 'GET /robots.txt']);
  });

  it('is not asked for interfaces that are made for programs', async () => {
    const { body } = await local.get('http://third.example/private', { kind: 'api' });
    assert.equal(Buffer.from(body).toString(), 'private');
    assert.deepEqual(local.server.requests, ['GET /private']);
  });

  it('holds for a page although an interface has asked for it before', async () => {
    assert.equal((await local.failed('http://third.example/private')).problem, 'robots');
  });
});
