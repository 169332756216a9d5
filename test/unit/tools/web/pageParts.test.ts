import assert from 'node:assert/strict';
import { pageParts } from '../../../../runtime/tools/web/pageParts.ts';

const prose = 'The tide rose until the boats in the harbour stood level with the wall. '.repeat(5);
const short = 'Twelve boats.';

function mainOf(html: string): string | null {
  const { main } = pageParts(html);
  return main === null ? null : html.slice(...main);
}

describe('pageParts', () => {
  const marked: readonly (readonly [string, string])[] = [
    ['main', `<main><p>${prose}</p></main>`],
    ['article', `<article><p>${prose}</p></article>`],
    ['a role', `<div role="main"><p>${prose}</p></div>`],
    ['the id of a wiki', `<div id="mw-content-text"><p>${prose}</p></div>`],
    ['capitals', `<MAIN><p>${prose}</p></MAIN>`],
  ];
  for (const [what, part] of marked) {
    it(`finds the main part by ${what}`, () => {
      const html = `<html><body><nav><a href="/">Home</a></nav>${part}<footer>(c)</footer></body></html>`;
      assert.equal(mainOf(html), part);
    });
  }
  it('takes the innermost part that holds most of the text', () => {
    const article = `<article><p>${prose}</p></article>`;
    const html = `<main><div>${short}</div>${article}</main>`;
    assert.equal(mainOf(html), article);
  });
  it('takes the outer part of a list of articles', () => {
    const html = `<main>${`<article>${prose}</article>`.repeat(3)}</main>`;
    assert.equal(mainOf(html), html);
  });
  it('takes the larger of two parts side by side, links not counted', () => {
    const links = `<a href="/x">${prose}</a>`.repeat(9);
    const article = `<article>${prose}</article>`;
    assert.equal(mainOf(`<div id="content">${links}</div>${article}`), article);
  });
  it('finds none where no part is marked, or the marked one is a teaser', () => {
    assert.equal(mainOf(`<body><p>${prose}</p></body>`), null);
    assert.equal(mainOf(`<article>${short}</article><p>${prose}</p>`), null);
    assert.equal(mainOf(''), null);
    assert.equal(mainOf(`<main><script>${prose}</script></main>`), null);
  });
  it('lists menus, notes and forms inside the main part, outermost only', () => {
    const aside = '<aside>Read on <nav>A B</nav></aside>';
    const form = '<form><input></form>';
    const html = `<nav>top</nav><main><p>${prose}</p>${aside}<p>x</p>${form}</main><footer>f</footer>`;
    assert.deepEqual(
      pageParts(html).asides.map((span) => html.slice(...span)),
      [aside, form],
    );
  });
  it('survives tags that are never closed or never opened', () => {
    const html = `</div></main><main><p>${prose}<div><b>x<li>y</main></span>`;
    const main = mainOf(html);
    assert.match(main ?? '', /^<main>.*<\/main>$/);
  });

  const dates: readonly (readonly [string, string | null])[] = [
    [
      '<meta property="article:published_time" content="2025-03-01T10:00:00Z">',
      '2025-03-01T10:00:00Z',
    ],
    ['<meta name="DC.date" content=" 2019-12-31 ">', '2019-12-31'],
    ['<p>At <time datetime="2024-02-29">noon</time></p>', '2024-02-29'],
    ['<time datetime="10:30">noon</time>', null],
    ['<meta name="viewport" content="width=2000">', null],
    ['<meta name="date">', null],
  ];
  for (const [html, date] of dates) {
    it(`reads the day of ${html}`, () => assert.equal(pageParts(html).date, date));
  }
  it('gives up on a page that nests too deep to be one', () => {
    const html = `${'<div>'.repeat(200_000)}<main>${prose}</main>`;
    assert.deepEqual(pageParts(html), { main: null, asides: [], date: null });
  });
});
