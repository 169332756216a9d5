import assert from 'node:assert/strict';
import { brave } from '../../../../runtime/web/search/brave.ts';
import { tavily } from '../../../../runtime/web/search/tavily.ts';
import { WebError } from '../../../../runtime/web/web.ts';
import { FakeWeb, queryOf } from '../../../fakes/fakeWeb.ts';

const { signal } = new AbortController();
const braveAddress = 'https://api.search.brave.com/res/v1/web/search';
const tavilyAddress = 'https://api.tavily.com/search';

describe('Brave Search', () => {
  const answer = {
    type: 'search',
    query: { original: 'tide', more_results_available: true },
    web: {
      type: 'search',
      results: [
        {
          title: 'Tides of the <strong>harbour</strong>',
          url: 'https://tides.example/',
          description: 'High water at <strong>six</strong>.',
          page_age: '2025-03-01T12:00:00',
          age: 'March 1, 2025',
          extra_snippets: ['Low water at noon.'],
          profile: { name: 'Tides' },
        },
        { title: 'Old', url: 'https://old.example/', description: null, age: 'April 2, 2001' },
      ],
    },
  };
  it('sends the key in its header alone and reads the hits', async () => {
    const web = new FakeWeb().put(braveAddress, { body: JSON.stringify(answer) });
    assert.deepEqual(await brave({ web, key: 'secret-1' }).search('tide & time', signal), [
      {
        title: 'Tides of the harbour',
        url: 'https://tides.example/',
        snippet: 'High water at six. Low water at noon.',
        date: '2025-03-01T12:00:00',
      },
      { title: 'Old', url: 'https://old.example/', snippet: '', date: 'April 2, 2001' },
    ]);
    const [asked] = web.asked;
    assert.ok(asked);
    assert.deepEqual(queryOf(asked), { q: 'tide & time', count: '8' });
    assert.equal(asked.headers?.['x-subscription-token'], 'secret-1');
    assert.doesNotMatch(asked.url, /secret/);
  });
  it('takes an answer without web results for no hits', async () => {
    const web = new FakeWeb().put(braveAddress, { body: '{"type":"search"}' });
    assert.deepEqual(await brave({ web, key: 'k' }).search('x', signal), []);
  });
});

describe('Tavily', () => {
  const answer = {
    query: 'tide',
    answer: null,
    images: [],
    follow_up_questions: null,
    response_time: 1.2,
    results: [
      {
        title: 'Tides',
        url: 'https://tides.example/',
        content: 'High water\n\nat six.',
        score: 0.9,
        raw_content: null,
        published_date: 'Sat, 01 Mar 2025 12:00:00 GMT',
      },
      { title: 'Bare', url: 'https://bare.example/', score: 0.1 },
    ],
  };
  it('posts the query with the key in its header alone and reads the hits', async () => {
    const web = new FakeWeb().put(tavilyAddress, { body: JSON.stringify(answer) });
    assert.deepEqual(await tavily({ web, key: 'secret-2' }).search('tide', signal), [
      {
        title: 'Tides',
        url: 'https://tides.example/',
        snippet: 'High water at six.',
        date: 'Sat, 01 Mar 2025 12:00:00 GMT',
      },
      { title: 'Bare', url: 'https://bare.example/', snippet: '', date: null },
    ]);
    const [asked] = web.asked;
    assert.ok(asked);
    assert.equal(asked.method, 'POST');
    assert.equal(asked.headers?.['authorization'], 'Bearer secret-2');
    assert.equal(asked.body, '{"query":"tide","max_results":8,"search_depth":"basic"}');
  });
});

describe('a key that a search service refuses', () => {
  const services = [
    ['Brave Search', 'TOOL_R1_BRAVE_KEY', braveAddress, brave],
    ['Tavily', 'TOOL_R1_TAVILY_KEY', tavilyAddress, tavily],
  ] as const;
  for (const [name, variable, address, open] of services) {
    for (const status of [401, 403]) {
      it(`of ${name}, by status ${status}: says where it is set and shows it nowhere`, async () => {
        const web = new FakeWeb().put(address, new WebError('status', 'no', { status }));
        await assert.rejects(open({ web, key: 'secret-3' }).search('x', signal), (error) => {
          assert.ok(error instanceof WebError);
          assert.equal(error.status, status);
          assert.match(error.message, new RegExp(`^${name} did not accept the key.*${variable}`));
          assert.doesNotMatch(error.message, /secret/);
          return true;
        });
      });
    }
    it(`of ${name}: another refusal stays as it is`, async () => {
      const problem = new WebError('busy', 'Asked too often.', { status: 429 });
      const web = new FakeWeb().put(address, problem);
      await assert.rejects(open({ web, key: 'k' }).search('x', signal), problem);
    });
  }
});
