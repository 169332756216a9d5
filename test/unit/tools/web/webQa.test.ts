import assert from 'node:assert/strict';
import { ToolSignature } from '../../../../runtime/contract/tool.ts';
import { PageReader } from '../../../../runtime/tools/web/webPage.ts';
import { webQa } from '../../../../runtime/tools/web/webQa.ts';
import type { SearchHit, SearchProvider } from '../../../../runtime/web/search/searchProvider.ts';
import { WebError } from '../../../../runtime/web/web.ts';
import { bytesConverter } from '../../../fakes/bytesConverter.ts';
import { callTool, FakeReader } from '../../../fakes/calledTool.ts';
import { FakeWeb } from '../../../fakes/fakeWeb.ts';

const hit = (name: string, more: Partial<SearchHit> = {}): SearchHit => ({
  title: `Page ${name}`,
  url: `https://${name}.example/`,
  snippet: '',
  date: null,
  ...more,
});

const text = (body: string) => ({
  body: `<title>${body}</title><p>${body}</p>`,
  type: 'text/html',
});

describe('web_qa', () => {
  let web: FakeWeb;
  let asked: string[];
  beforeEach(() => {
    web = new FakeWeb();
    asked = [];
  });

  function tool(hits: readonly SearchHit[] | WebError) {
    const search: SearchProvider = {
      name: 'Lookout',
      search: (query) => {
        asked.push(query);
        return hits instanceof WebError ? Promise.reject(hits) : Promise.resolve(hits);
      },
    };
    return webQa({ search, pages: new PageReader(web, bytesConverter) });
  }

  it('has a signature that the contract accepts', () => {
    const { signature } = tool([]);
    assert.deepEqual(ToolSignature.parse(signature), signature);
  });
  it('reads the first pages and lets the reader answer from them and from the list', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      web.put(`https://${name}.example/`, text(`Text of ${name}`));
    }
    const hits = ['a', 'b', 'c', 'd', 'e'].map((name) => hit(name, { snippet: `About ${name}.` }));
    const reader = new FakeReader();
    const { value, notes } = await callTool(tool(hits), { question: ' When? ' }, { reader });
    assert.deepEqual(asked, ['When?']);
    assert.deepEqual(
      web.asked.map(({ url }) => url),
      ['a', 'b', 'c', 'd'].map((name) => `https://${name}.example/`),
    );
    const [question] = reader.asked;
    assert.match(
      question?.text ?? '',
      /^# What Lookout found\n- \[Page a\]\(https:\/\/a\.example\/\)\n {2}About a\./,
    );
    assert.match(question?.text ?? '', /About e\./);
    assert.match(question?.text ?? '', /# Text of d\nhttps:\/\/d\.example\/\n\nText of d/);
    assert.match(value, /^Answer: at six\n\nSources:\n- Text of a \(https:\/\/a\.example\/\)\n/);
    assert.equal(notes.length, 4);
  });
  it('goes on without a page that cannot be read, and notes it', async () => {
    web
      .put('https://a.example/', new WebError('robots', 'robots.txt of a.example says no.'))
      .put('https://b.example/', text('High water at six'))
      .put('https://c.example/', { body: '<html><script>x</script></html>', type: 'text/html' });
    const { value, notes } = await callTool(tool([hit('a'), hit('b'), hit('c')]), {
      question: 'x',
    });
    assert.match(value, /High water at six/);
    assert.equal(notes[0], 'Not read: robots.txt of a.example says no.');
    assert.match(notes[1] ?? '', /^Not read: c\.example\.html|^Not read: page\.html/);
    assert.equal(notes[2], 'Source: High water at six (https://b.example/)');
  });
  it('answers from what the search shows where no page can be read', async () => {
    const hits = [hit('a', { snippet: 'High water at six.', date: '2025-03-01' })];
    const { value } = await callTool(tool(hits), { question: 'When?' });
    assert.match(
      value,
      /- \[Page a\]\(https:\/\/a\.example\/\), 2025-03-01\n {2}High water at six\.$/,
    );
  });
  it('raises LookupError when nothing is found', async () => {
    await assert.rejects(callTool(tool([]), { question: 'zzz' }), {
      pythonType: 'LookupError',
      message:
        "Lookout found nothing for 'zzz'. Use fewer and more common words, or wikipedia_qa. (web_qa(question: str))",
    });
  });
  it('raises what hinders the search, which is not the same as no hits', async () => {
    const blocked = new WebError('blocked', 'A puzzle was shown.');
    await assert.rejects(callTool(tool(blocked), { question: 'x' }), {
      pythonType: 'ConnectionError',
      message: 'A puzzle was shown. (web_qa(question: str))',
    });
  });
  it('refuses an empty question without searching', async () => {
    await assert.rejects(callTool(tool([]), { question: ' ' }), { message: /^question is empty/ });
    assert.deepEqual(asked, []);
  });
  it('lets broken machinery break the call', async () => {
    web.put('https://a.example/', text('x'));
    const broken = new PageReader(web, { convert: () => Promise.reject(new Error('worker gone')) });
    const search = { name: 'L', search: () => Promise.resolve([hit('a')]) };
    await assert.rejects(callTool(webQa({ search, pages: broken }), { question: 'x' }), {
      message: 'worker gone',
    });
  });
});
