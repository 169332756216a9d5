import assert from 'node:assert/strict';
import { visionCheck } from '../../../runtime/health/visionCheck.ts';
import { webCheck } from '../../../runtime/health/webCheck.ts';

const check = (search: string, known: readonly string[] = []) =>
  webCheck({ search, hasKey: (...names) => names.some((name) => known.includes(name)) });

describe('the check of the web search', () => {
  it('passes for services without a key, and says that the web has to be allowed', () => {
    const { state, detail } = check('duckduckgo');
    assert.equal(state, 'pass');
    assert.match(detail, /DuckDuckGo.*run --web, or the setting toolR1\.web\.enabled/);
    assert.match(check('http://localhost:8080/x').detail, /^SearXNG at localhost:8080;/);
  });
  for (const [search, address, variable] of [
    ['brave', 'https://api.search.brave.com', 'TOOL_R1_BRAVE_KEY'],
    ['tavily', 'https://api.tavily.com', 'TOOL_R1_TAVILY_KEY'],
  ] as const) {
    it(`passes for ${search} with its key, by its address or its variable`, () => {
      for (const known of [address, variable]) assert.equal(check(search, [known]).state, 'pass');
    });
    it(`warns of ${search} without one`, () => {
      const { state, advice } = check(search);
      assert.equal(state, 'warn');
      assert.ok(advice?.includes(variable));
    });
  }
  it('warns of a service that there is not', () => {
    const { state, detail } = check('google');
    assert.equal(state, 'warn');
    assert.match(detail, /There is no search service "google"/);
  });
});

describe('the check of the model that looks at pictures', () => {
  it('names it, or says how to set one', () => {
    const model = 'seer@http://localhost:1/v1';
    assert.deepEqual(visionCheck(model).detail, `${model} looks at them`);
    assert.equal(visionCheck(model).state, 'pass');
    assert.equal(visionCheck(null).state, 'warn');
    assert.match(visionCheck(null).advice ?? '', /TOOL_R1_VISION_MODEL/);
  });
  it('warns of one that cannot look', () => {
    assert.match(visionCheck('embedded').detail, /cannot look at pictures/);
    assert.equal(visionCheck('embedded').state, 'warn');
  });
});
