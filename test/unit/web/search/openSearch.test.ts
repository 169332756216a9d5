import assert from 'node:assert/strict';
import { openSearch } from '../../../../runtime/web/search/openSearch.ts';
import { parseSearch } from '../../../../runtime/web/search/searchChoice.ts';
import { FakeWeb } from '../../../fakes/fakeWeb.ts';

describe('parseSearch', () => {
  it('knows the services by name, however it is written', () => {
    assert.deepEqual(parseSearch(' Brave '), { kind: 'brave' });
    assert.deepEqual(parseSearch('tavily'), { kind: 'tavily' });
    assert.deepEqual(parseSearch('DuckDuckGo'), { kind: 'duckduckgo' });
  });
  it('takes an address for that of a SearXNG', () => {
    const baseUrl = 'http://localhost:8080/searx';
    assert.deepEqual(parseSearch(baseUrl), { kind: 'searxng', baseUrl });
  });
  for (const text of ['', 'google', 'searxng', 'localhost:8080', 'http://', 'ftp://a.example/']) {
    it(`refuses '${text}'`, () => {
      assert.throws(() => parseSearch(text), { message: /Write duckduckgo, brave, tavily, or/ });
    });
  }
});

describe('openSearch', () => {
  const { signal } = new AbortController();

  it('needs no key for DuckDuckGo and SearXNG', () => {
    const noKey = () => assert.fail('no key is asked for');
    const web = new FakeWeb();
    assert.equal(openSearch({ kind: 'duckduckgo' }, web, noKey).name, 'DuckDuckGo');
    const searxng = { kind: 'searxng', baseUrl: 'http://localhost:1' } as const;
    assert.equal(openSearch(searxng, web, noKey).name, 'SearXNG');
  });
  for (const [kind, address, variable] of [
    ['brave', 'https://api.search.brave.com', 'TOOL_R1_BRAVE_KEY'],
    ['tavily', 'https://api.tavily.com', 'TOOL_R1_TAVILY_KEY'],
  ] as const) {
    it(`asks for the key of ${kind} by its address and variable, and sends it`, async () => {
      const web = new FakeWeb();
      const keyOf = (...asked: readonly string[]) => {
        assert.deepEqual(asked, [address, variable]);
        return 'the-key';
      };
      const provider = openSearch({ kind }, web, keyOf);
      await assert.rejects(provider.search('x', signal));
      assert.match(JSON.stringify(web.asked[0]?.headers), /the-key/);
    });
    it(`says where to set the key of ${kind}`, () => {
      assert.throws(() => openSearch({ kind }, new FakeWeb(), () => null), {
        message: new RegExp(`needs a key.*${variable}`),
      });
    });
  }
});
