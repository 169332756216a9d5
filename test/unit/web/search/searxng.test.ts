import assert from 'node:assert/strict';
import { searxng } from '../../../../runtime/web/search/searxng.ts';
import { WebError } from '../../../../runtime/web/web.ts';
import { FakeWeb, queryOf } from '../../../fakes/fakeWeb.ts';

const { signal } = new AbortController();

/** The shape that SearXNG's own JSON output has. */
const answer = {
  query: 'harbour tide',
  number_of_results: 0,
  results: [
    {
      url: 'https://tides.example/harbour',
      title: 'Tides of the harbour &amp; bay',
      content: 'High water at <b>six</b>,\n low water at noon.',
      publishedDate: '2025-03-01T00:00:00',
      engine: 'startpage',
      parsed_url: ['https', 'tides.example', '/harbour', '', '', ''],
      score: 4,
      category: 'general',
    },
    {
      url: 'https://no-title.example/',
      title: '',
      content: null,
      publishedDate: null,
      engine: 'x',
    },
  ],
  answers: [],
  corrections: [],
  infoboxes: [],
  suggestions: ['harbour tide table'],
  unresponsive_engines: [['google', 'timeout']],
};

describe('SearXNG', () => {
  it('asks for JSON and gives titles, addresses, text and dates', async () => {
    const web = new FakeWeb().put('http://localhost:8080/search', { body: JSON.stringify(answer) });
    const hits = await searxng(web, 'http://localhost:8080/').search('harbour tide', signal);
    assert.deepEqual(hits, [
      {
        title: 'Tides of the harbour & bay',
        url: 'https://tides.example/harbour',
        snippet: 'High water at six, low water at noon.',
        date: '2025-03-01T00:00:00',
      },
      {
        title: 'https://no-title.example/',
        url: 'https://no-title.example/',
        snippet: '',
        date: null,
      },
    ]);
    const [asked] = web.asked;
    assert.ok(asked);
    assert.deepEqual(queryOf(asked), { q: 'harbour tide', format: 'json' });
    assert.equal(asked.kind, 'api');
  });
  it('keeps a path of the instance', async () => {
    const web = new FakeWeb().put('https://host.example/searx/search', {
      body: JSON.stringify({ results: [] }),
    });
    assert.deepEqual(await searxng(web, 'https://host.example/searx').search('x', signal), []);
  });
  it('gives eight hits at most, since the service takes no number', async () => {
    const many = Array.from({ length: 20 }, (_, i) => ({
      url: `https://a.example/${i}`,
      title: 't',
    }));
    const web = new FakeWeb().put('http://s.example/search', {
      body: JSON.stringify({ results: many }),
    });
    const hits = await searxng(web, 'http://s.example').search('x', signal);
    assert.equal(hits.length, 8);
  });
  it('says what to set when the instance gives no JSON', async () => {
    const web = new FakeWeb().put(
      'http://s.example/search',
      new WebError('status', 'no', { status: 403 }),
    );
    await assert.rejects(searxng(web, 'http://s.example').search('x', signal), {
      problem: 'status',
      message: /add json to search\.formats/,
    });
  });
  it('passes other problems on as they are', async () => {
    const problem = new WebError('too-slow', 'The site is slow.');
    const web = new FakeWeb().put('http://s.example/search', problem);
    await assert.rejects(searxng(web, 'http://s.example').search('x', signal), problem);
  });
  it('names the place of an answer in another form', async () => {
    for (const [body, place] of [
      ['<html>', /not JSON/],
      ['{"results":[{"title":"x"}]}', /results\.0\.url/],
    ] as const) {
      const web = new FakeWeb().put('http://s.example/search', { body });
      await assert.rejects(searxng(web, 'http://s.example').search('x', signal), {
        problem: 'unreadable',
        message: place,
      });
    }
  });
});
