import assert from 'node:assert/strict';
import { ToolSignature } from '../../../../runtime/contract/tool.ts';
import { PageReader } from '../../../../runtime/tools/web/webPage.ts';
import { wikipediaQa } from '../../../../runtime/tools/web/wikipediaQa.ts';
import { Wikipedia } from '../../../../runtime/web/search/wikipedia.ts';
import { bytesConverter } from '../../../fakes/bytesConverter.ts';
import { callTool, FakeReader } from '../../../fakes/calledTool.ts';
import { FakeWeb, queryOf } from '../../../fakes/fakeWeb.ts';

const wiki = 'https://en.wikipedia.org/w/rest.php/v1';

const listing = (...titles: readonly string[]) => ({
  body: JSON.stringify({
    pages: titles.map((title, id) => ({
      id,
      key: title.replaceAll(' ', '_'),
      title,
      excerpt: `about <span class="searchmatch">${title}</span>`,
      matched_title: null,
      description: 'a moon',
      thumbnail: null,
    })),
  }),
});

const article = (text: string) => ({
  body: `<!DOCTYPE html><html><head><title>raw</title></head><body>
    <table class="infobox"><tr><th>Radius</th><td>1821 km</td></tr></table>
    <p>${text} <a rel="mw:WikiLink" href="./Jupiter">Jupiter</a></p></body></html>`,
  type: 'text/html; charset=utf-8',
});

describe('wikipedia_qa', () => {
  let web: FakeWeb;
  beforeEach(() => {
    web = new FakeWeb();
  });
  const tool = () =>
    wikipediaQa({
      wikipedia: new Wikipedia(web, 'https://{lang}.wikipedia.org'),
      pages: new PageReader(web, bytesConverter),
    });

  it('has a signature that the contract accepts', () => {
    const { signature } = tool();
    assert.deepEqual(ToolSignature.parse(signature), signature);
  });
  it('reads the two nearest pages, tables included, and names them as people open them', async () => {
    web
      .put(`${wiki}/search/page`, listing('Io (moon)', 'Europa', 'Ganymede'))
      .put(`${wiki}/page/Io_(moon)/html`, article('Io circles'))
      .put(`${wiki}/page/Europa/html`, article('Europa circles'));
    const reader = new FakeReader();
    const { value, notes } = await callTool(tool(), { question: 'radius of Io' }, { reader });
    assert.equal(
      value,
      'Answer: at six\n\nSources:\n- Io (moon) (https://en.wikipedia.org/wiki/Io_(moon))\n- Europa (https://en.wikipedia.org/wiki/Europa)',
    );
    const text = reader.asked[0]?.text ?? '';
    assert.match(text, /^# Pages found\n- \[Io \(moon\)\].*: a moon: about Io \(moon\)/);
    assert.match(text, /\| Radius \| 1821 km \|/);
    assert.match(text, /\[Jupiter\]\(https:\/\/en\.wikipedia\.org\/wiki\/Jupiter\)/);
    assert.doesNotMatch(text, /Ganymede circles/);
    assert.equal(notes[0], 'Source: Io (moon) (https://en.wikipedia.org/wiki/Io_(moon))');
  });
  it('asks with fewer words until a page is found', async () => {
    const searched: string[] = [];
    const fetch = web.fetch.bind(web);
    web.fetch = (request, signal) => {
      if (!request.url.includes('/search/page')) return fetch(request, signal);
      const { q = '' } = queryOf(request);
      searched.push(q);
      web.put(`${wiki}/search/page`, q === 'Io 1979' ? listing('Io') : listing());
      return fetch(request, signal);
    };
    web.put(`${wiki}/page/Io/html`, article('Volcanoes'));
    const { value } = await callTool(tool(), { question: 'Who saw volcanoes on Io in 1979?' });
    assert.deepEqual(searched, [
      'Who saw volcanoes on Io in 1979',
      'saw volcanoes Io 1979',
      'Io 1979',
    ]);
    assert.match(value, /Volcanoes/);
  });
  it('asks the wiki of the language', async () => {
    web
      .put('https://ja.wikipedia.org/w/rest.php/v1/search/page', listing('イオ'))
      .put(
        `https://ja.wikipedia.org/w/rest.php/v1/page/${encodeURIComponent('イオ')}/html`,
        article('衛星'),
      );
    const { value } = await callTool(tool(), { question: 'イオ', language: 'ja' });
    assert.match(value, /衛星/);
  });
  it('goes on with the other page when one cannot be read', async () => {
    web
      .put(`${wiki}/search/page`, listing('Io', 'Europa'))
      .put(`${wiki}/page/Europa/html`, article('Ice'));
    const { value, notes } = await callTool(tool(), { question: 'moons' });
    assert.match(value, /Ice/);
    assert.match(notes[0] ?? '', /^Not read: .*Io\/html is not there/);
  });
  it('raises LookupError when no page is found', async () => {
    web.put(`${wiki}/search/page`, listing());
    await assert.rejects(callTool(tool(), { question: 'zzz' }), {
      pythonType: 'LookupError',
      message:
        "Wikipedia (en) found no page for 'zzz'. Name the subject in a few words, or use web_qa. (wikipedia_qa(question: str, language: str = 'en'))",
    });
  });
  for (const language of ['../x', 'EN', 'evil.example/', 'e', 'en.evil']) {
    it(`refuses the language '${language}', which would become part of a host name`, async () => {
      await assert.rejects(callTool(tool(), { question: 'x', language }), {
        pythonType: 'ValueError',
        message: /is no code of a language/,
      });
      assert.deepEqual(web.asked, []);
    });
  }
});
