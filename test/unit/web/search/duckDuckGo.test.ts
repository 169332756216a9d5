import assert from 'node:assert/strict';
import { duckDuckGo } from '../../../../runtime/web/search/duckDuckGo.ts';
import { FakeWeb } from '../../../fakes/fakeWeb.ts';

const { signal } = new AbortController();
const address = 'https://html.duckduckgo.com/html/';

const link = (target: string): string =>
  `//duckduckgo.com/l/?uddg=${encodeURIComponent(target)}&amp;rut=0123abcd`;

const result = (title: string, href: string, snippet: string, more = ''): string => `
  <div class="result results_links results_links_deep web-result ${more}">
    <div class="links_main links_deep result__body">
      <h2 class="result__title"><a rel="nofollow" class="result__a" href="${href}">${title}</a></h2>
      <div class="result__extras"><a class="result__url" href="${href}"> tides.example </a></div>
      <a class="result__snippet" href="${href}">${snippet}</a>
      <div class="clear"></div>
    </div>
  </div>`;

const page = (inner: string): string =>
  `<!DOCTYPE html><html><body><form id="search_form_homepage"></form>
   <div id="links" class="results">${inner}</div></body></html>`;

function search(body: string, status = 200) {
  const web = new FakeWeb().put(address, { body, status, type: 'text/html' });
  return { web, hits: duckDuckGo(web).search('tide & time', signal) };
}

describe('DuckDuckGo', () => {
  it('posts the query and reads the links out of their wrapping', async () => {
    const { web, hits } = search(
      page(
        result(
          'Tides &amp; <b>time</b>',
          link('https://tides.example/a?b=c&d=e'),
          'At <b>six</b>.',
        ) + result('Plain', 'https://plain.example/', ''),
      ),
    );
    assert.deepEqual(await hits, [
      {
        title: 'Tides & time',
        url: 'https://tides.example/a?b=c&d=e',
        snippet: 'At six.',
        date: null,
      },
      { title: 'Plain', url: 'https://plain.example/', snippet: '', date: null },
    ]);
    const [asked] = web.asked;
    assert.ok(asked);
    assert.equal(asked.method, 'POST');
    assert.equal(asked.body, 'q=tide+%26+time');
  });
  it('leaves advertisements and links that lead nowhere out', async () => {
    const { hits } = search(
      page(
        result('Buy', link('https://ad.example/'), 'ad', 'result--ad') +
          result('Script', 'javascript:void(0)', '') +
          result('Odd', link('ftp://files.example/'), '') +
          result('Good', link('https://good.example/'), ''),
      ),
    );
    assert.deepEqual(
      (await hits).map(({ title }) => title),
      ['Good'],
    );
  });
  it('gives no hits when the page says that there are none', async () => {
    const none = '<div class="no-results">No results found for tide.</div>';
    assert.deepEqual(await search(page(none)).hits, []);
  });

  const puzzle = page(
    '<form id="challenge-form"><div class="anomaly-modal__mask"><div class="anomaly-modal__modal">Select all squares</div></div></form>',
  );
  for (const [what, body, status] of [
    ['by its form', puzzle, 200],
    ['by its status', page(''), 202],
    ['also with hits behind it', puzzle + page(result('A', link('https://a.example/'), '')), 200],
  ] as const) {
    it(`takes a puzzle for being blocked, ${what}`, async () => {
      await assert.rejects(search(body, status).hits, {
        problem: 'blocked',
        message: /^DuckDuckGo takes this program for a robot/,
      });
    });
  }
  it('takes a page that it does not know for an error, not for a search without hits', async () => {
    await assert.rejects(search('<html><body>Maintenance</body></html>').hits, {
      problem: 'unreadable',
    });
  });
});
