// What is asked of sites again and what is not, over the real client and a cache on disk.
import assert from 'node:assert/strict';
import { buildConnector } from 'undici';
import type { WebRequest } from '../../../../runtime/web/web.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';
import { until } from '../../../fakes/until.ts';
import { type LocalWeb, type LocalWebSetup, startLocalWeb } from '../localWeb.ts';
import { type VirtualTime, virtualTime } from '../virtualTime.ts';

const api = { kind: 'api' } as const;

describe('the cache of the web', () => {
  const folder = temporaryFolder();
  const opened: LocalWeb[] = [];
  let time: VirtualTime;
  beforeEach(() => (time = virtualTime()));
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  /** Sites that count how often they are asked for `/`. */
  async function open(headers: Record<string, string> = {}, setup: LocalWebSetup = {}) {
    const local = await startLocalWeb({
      clock: time.clock,
      cacheDirectory: folder('cache'),
      ...setup,
    });
    opened.push(local);
    local.server.answers.set('/', (_request, response, count) => {
      response.writeHead(200, headers).end(`visit ${count}`);
    });
    return local;
  }
  const visit = async ({ get }: LocalWeb, more: Partial<WebRequest> = {}): Promise<string> => {
    const { body, source } = await get('http://site.example/', { ...api, ...more });
    return `${Buffer.from(body).toString()} ${source}`;
  };

  it('keeps an answer for a day when it does not say how long', async () => {
    const local = await open();
    assert.equal(await visit(local), 'visit 1 network');
    assert.equal(await visit(local), 'visit 1 cache');
    time.advance(86_400_000 - 1);
    assert.equal(await visit(local), 'visit 1 cache');
    time.advance(1);
    assert.equal(await visit(local), 'visit 2 network');
    assert.equal(local.dials.length, 2);
  });

  it('keeps an answer as long as it says', async () => {
    const local = await open({ 'cache-control': 'max-age=60' });
    await visit(local);
    time.advance(59_999);
    assert.equal(await visit(local), 'visit 1 cache');
    time.advance(1);
    assert.equal(await visit(local), 'visit 2 network');
  });

  it('keeps nothing that is not to be kept, and no errors', async () => {
    const local = await open({ 'cache-control': 'no-store' });
    assert.equal(await visit(local), 'visit 1 network');
    assert.equal(await visit(local), 'visit 2 network');
    for (const count of [1, 2]) {
      await local.failed('http://site.example/missing', api);
      const asked = local.server.requests.filter((one) => one === 'GET /missing');
      assert.equal(asked.length, count);
    }
  });

  it('is the same for another process', async () => {
    await visit(await open());
    const other = await open();
    assert.equal(await visit(other), 'visit 1 cache');
    assert.deepEqual(other.server.requests, []);
  });

  it('tells questions apart by everything that may change their answers', async () => {
    const local = await open();
    const questions: readonly Partial<WebRequest>[] = [
      {},
      { method: 'POST' },
      { method: 'POST', body: 'a' },
      { method: 'POST', body: 'b' },
      { headers: { 'accept-language': 'de' } },
      { headers: { Authorization: 'Bearer a' } },
      { headers: { Authorization: 'Bearer b' } },
      { kind: 'page' },
    ];
    for (const [index, more] of questions.entries()) {
      assert.equal(await visit(local, more), `visit ${index + 1} network`);
    }
    for (const [index, more] of questions.entries()) {
      assert.equal(await visit(local, more), `visit ${index + 1} cache`);
    }
    const { source } = await local.get('HTTP://Site.Example:80#part', api);
    assert.equal(source, 'cache', 'spellings of one address are the same question');
    const spelled = { headers: { AUTHORIZATION: 'Bearer a' } };
    assert.equal(await visit(local, spelled), 'visit 6 cache');
  });

  it('asks once for what several want at the same time', async () => {
    const local = await open();
    let release: () => void = () => assert.fail('nobody asked');
    local.server.answers.set('/', (_request, response, count) => {
      release = () => response.end(`visit ${count}`);
    });
    const all = Array.from({ length: 5 }, () => visit(local));
    await until(() => local.server.requests.length > 0);
    release();
    assert.deepEqual(new Set(await Promise.all(all)), new Set(['visit 1 network']));
    assert.deepEqual(local.server.requests, ['GET /']);
  });

  it('goes on for the others when one gives up, and ends when all do', async () => {
    const local = await open();
    const request = { url: 'http://site.example/', ...api };
    let release: () => void = () => assert.fail('nobody asked');
    let left = 0;
    local.server.answers.set('/', (_request, response) => {
      response.on('close', () => (left += 1));
      release = () => response.end('here');
    });
    const [one, two] = [new AbortController(), new AbortController()];
    const first = local.web.fetch(request, one.signal);
    const second = local.web.fetch(request, two.signal);
    await until(() => local.server.requests.length === 1);
    one.abort();
    await assert.rejects(first, { name: 'AbortError' });
    release();
    assert.equal(Buffer.from((await second).body).toString(), 'here');

    const gone = new AbortController();
    const url = 'http://other.example/';
    const waiting = [1, 2].map(() => local.web.fetch({ url, ...api }, gone.signal));
    await until(() => local.server.requests.length === 2);
    const before = left;
    gone.abort();
    for (const promise of waiting) await assert.rejects(promise, { name: 'AbortError' });
    await until(() => left > before);
    local.server.answers.set('/', (_request, response) => response.end('asked anew'));
    const { body } = await local.get(url, api);
    assert.equal(Buffer.from(body).toString(), 'asked anew');
  });

  it('gives nothing for an address that may not be asked any more', async () => {
    const local = await open({ 'cache-control': 'max-age=60' });
    const { port } = new URL(local.server.url);
    const own = `http://127.0.0.1:${port}/`;
    const setup = { choice: { ownServers: [`127.0.0.1:${port}`] }, dial: buildConnector({}) };
    const allowed = await open({}, setup);
    assert.equal((await allowed.get(own)).source, 'network');
    assert.equal((await allowed.get(own)).source, 'cache');
    assert.equal((await local.failed(own)).problem, 'refused');
  });

  it('keeps no answers of own servers that do not say how long', async () => {
    const front = await open();
    const { host } = new URL(front.server.url);
    const local = await open({}, { choice: { ownServers: [host] }, dial: buildConnector({}) });
    for (const count of [1, 2]) {
      const { body } = await local.get(`http://${host}/`);
      assert.equal(Buffer.from(body).toString(), `visit ${count}`);
    }
  });
});
