import assert from 'node:assert/strict';
import { Wikipedia } from '../../../../runtime/web/search/wikipedia.ts';
import { WebError } from '../../../../runtime/web/web.ts';
import { FakeWeb, queryOf } from '../../../fakes/fakeWeb.ts';

const { signal } = new AbortController();

const found = {
  pages: [
    {
      id: 38930,
      key: 'Jupiter_(planet)/Moons',
      title: 'Jupiter (planet)/Moons',
      excerpt: '<span class="searchmatch">Jupiter</span> is the fifth planet &amp; the largest',
      matched_title: null,
      description: 'fifth planet from the Sun',
      thumbnail: { mimetype: 'image/jpeg', width: 60, height: 60, duration: null, url: '//x' },
    },
    { id: 1, key: 'Io', title: 'Io', excerpt: '', matched_title: null, description: null },
  ],
};

describe('Wikipedia', () => {
  it('searches the wiki of a language', async () => {
    const web = new FakeWeb().put('https://ja.wikipedia.org/w/rest.php/v1/search/page', {
      body: JSON.stringify(found),
    });
    const pages = await new Wikipedia(web, 'https://{lang}.wikipedia.org').search(
      'moons of Jupiter',
      'ja',
      3,
      signal,
    );
    assert.deepEqual(pages[0], {
      key: 'Jupiter_(planet)/Moons',
      title: 'Jupiter (planet)/Moons',
      excerpt: 'Jupiter is the fifth planet & the largest',
      description: 'fifth planet from the Sun',
      url: 'https://ja.wikipedia.org/wiki/Jupiter_(planet)%2FMoons',
    });
    assert.equal(pages[1]?.description, null);
    const [asked] = web.asked;
    assert.ok(asked);
    assert.deepEqual(queryOf(asked), { q: 'moons of Jupiter', limit: '3' });
  });
  it('gives nothing when nothing was found', async () => {
    const web = new FakeWeb().put('https://en.wikipedia.org/w/rest.php/v1/search/page', {
      body: '{"pages":[]}',
    });
    assert.deepEqual(
      await new Wikipedia(web, 'https://{lang}.wikipedia.org').search('zzz', 'en', 3, signal),
      [],
    );
  });
  it('reads a page as HTML, with a slash of its name kept in the name', async () => {
    const web = new FakeWeb().put('https://en.wikipedia.org/w/rest.php/v1/page/AC%2FDC/html', {
      body: '<p>A band.</p>',
      type: 'text/html',
    });
    const page = await new Wikipedia(web, 'https://{lang}.wikipedia.org').html(
      'AC/DC',
      'en',
      signal,
    );
    assert.equal(new TextDecoder().decode(page.body), '<p>A band.</p>');
    assert.equal(web.asked[0]?.kind, 'api');
  });
  it('asks a mirror, with or without languages', async () => {
    const web = new FakeWeb()
      .put('http://mirror.example:81/de/w/rest.php/v1/search/page', { body: '{"pages":[]}' })
      .put('http://one.example/w/rest.php/v1/search/page', { body: '{"pages":[]}' });
    await new Wikipedia(web, 'http://mirror.example:81/{lang}/').search('x', 'de', 1, signal);
    await new Wikipedia(web, 'http://one.example').search('x', 'de', 1, signal);
    assert.equal(web.asked.length, 2);
  });
  it('says when the answer has another form', async () => {
    const web = new FakeWeb().put('https://en.wikipedia.org/w/rest.php/v1/search/page', {
      body: '{"pages":[{"title":"x"}]}',
    });
    await assert.rejects(
      new Wikipedia(web, 'https://{lang}.wikipedia.org').search('x', 'en', 1, signal),
      (error) => {
        assert.ok(error instanceof WebError);
        assert.match(error.message, /^Wikipedia answered in a form .*pages\.0\.key/);
        return error.problem === 'unreadable';
      },
    );
  });
});
