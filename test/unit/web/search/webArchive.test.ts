import assert from 'node:assert/strict';
import { WebArchive } from '../../../../runtime/web/search/webArchive.ts';
import { FakeWeb, queryOf } from '../../../fakes/fakeWeb.ts';

const { signal } = new AbortController();
const address = 'https://archive.org/wayback/available';

const copy = (more: Readonly<Record<string, unknown>> = {}) => ({
  url: 'example.com',
  archived_snapshots: {
    closest: {
      status: '200',
      available: true,
      url: 'http://web.archive.org/web/20060101064348/http://www.example.com:80/',
      timestamp: '20060101064348',
      ...more,
    },
  },
  timestamp: '20060101',
});

function nearest(answer: unknown, baseUrl?: string) {
  const web = new FakeWeb().put(`${baseUrl ?? 'https://archive.org'}/wayback/available`, {
    body: JSON.stringify(answer),
  });
  const archive = new WebArchive(web, baseUrl ?? 'https://archive.org');
  return { web, copy: archive.nearest('http://www.example.com/?a=b&c', '20060101', signal) };
}

describe('the web archive', () => {
  it('gives the nearest copy, by https though the archive says http', async () => {
    const { web, copy: found } = nearest(copy());
    assert.deepEqual(await found, {
      url: 'https://web.archive.org/web/20060101064348/http://www.example.com:80/',
      timestamp: '20060101064348',
    });
    const [asked] = web.asked;
    assert.ok(asked);
    assert.ok(asked.url.startsWith(address));
    assert.deepEqual(queryOf(asked), {
      url: 'http://www.example.com/?a=b&c',
      timestamp: '20060101',
    });
  });
  it('keeps the address that a mirror gives', async () => {
    const url = 'http://archive.local:9000/web/2006/http://archive.org/';
    const { copy: found } = nearest(copy({ url }), 'http://archive.local:9000');
    assert.equal((await found)?.url, url);
  });
  it('gives null where there is no copy', async () => {
    for (const answer of [
      { url: 'example.com', archived_snapshots: {} },
      copy({ available: false }),
      { archived_snapshots: { closest: null } },
    ]) {
      assert.equal(await nearest(answer).copy, null);
    }
  });
  it('refuses an answer of another form', async () => {
    await assert.rejects(nearest(copy({ timestamp: 'yesterday' })).copy, { problem: 'unreadable' });
    await assert.rejects(nearest([]).copy, { problem: 'unreadable' });
  });
});
