import assert from 'node:assert/strict';
import { htmlTitle, htmlToMarkdown } from '../../../../runtime/documents/markup/htmlMarkdown.ts';

describe('htmlToMarkdown', () => {
  const cases: readonly (readonly [what: string, html: string, markdown: string])[] = [
    ['headings and emphasis', '<h2>A</h2><p>b <b>c</b> <i>d</i></p>', '## A\n\nb **c** *d*'],
    ['no escapes in words', '<p>snake_case 1. [x] *y*</p>', 'snake_case 1. [x] *y*'],
    [
      'links',
      '<a href="/x">here</a> <a href="#top">top</a> <a href="javascript:x()">js</a>',
      '[here](/x) top js',
    ],
    ['a link that is its own text', '<a href="http://x/">http://x/</a>', 'http://x/'],
    ['lists', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>', '- a\n  - b\n- c'],
    ['numbered lists from their start', '<ol start="3"><li>a</li><li>b</li></ol>', '3. a\n4. b'],
    [
      'pictures by their description',
      '<img alt="A cat" src="cat.png">',
      '[picture: A cat (cat.png)]',
    ],
    [
      'pictures inside the text without their data',
      '<img alt="A" src="data:image/png;base64,AAAA">',
      '[picture: A]',
    ],
    ['pictures that say nothing', '<p>x<img src="data:,"></p>', 'x'],
    ['code', '<pre><code>a  = 1\nb</code></pre>', '```\na  = 1\nb\n```'],
    ['exponents and note numbers', 'x<sup>2</sup> y<sup>[3]</sup>', 'x^2 y[3]'],
    ['struck text', '<p><del>old</del> new</p>', '~~old~~ new'],
    ['spaces that do not break', '<p>10&nbsp;kg</p>', '10 kg'],
  ];
  for (const [what, html, markdown] of cases) {
    it(what, () => assert.equal(htmlToMarkdown(html), markdown));
  }
});

describe('htmlToMarkdown on tables', () => {
  it('writes header and rows', () => {
    assert.equal(
      htmlToMarkdown(
        '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>x|y</td></tr></tbody></table>',
      ),
      '| a | b |\n| --- | --- |\n| 1 | x\\|y |',
    );
  });
  it('takes the first row as header where there is none', () => {
    assert.equal(
      htmlToMarkdown('<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td></td></tr></table>'),
      '| 1 | 2 |\n| --- | --- |\n| 3 |  |',
    );
  });
  it('repeats a value that goes on below and leaves room beside one that is wide', () => {
    const html =
      '<table><tr><th rowspan="2">year</th><th colspan="2">sold</th></tr><tr><td>A</td><td>B</td></tr><tr><td rowspan="2">2024</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>';
    assert.equal(
      htmlToMarkdown(html),
      '| year | sold |  |\n| --- | --- | --- |\n| year | A | B |\n| 2024 | 1 | 2 |\n| 2024 | 3 | 4 |',
    );
  });
  it('keeps paragraphs, lists and tables inside a cell', () => {
    const text = htmlToMarkdown(
      '<table><tr><td>a</td><td>b</td></tr><tr><td><p>x</p><p>y</p></td><td><table><tr><td>i</td><td>j</td></tr></table></td></tr></table>',
    );
    assert.match(text, /\| x<br>y \| \\\| i \\\| j \\\|<br>/);
  });
  it('keeps the caption', () => {
    assert.match(
      htmlToMarkdown('<table><caption>Sales</caption><tr><td>1</td><td>2</td></tr></table>'),
      /^Table: Sales\n\n\| 1 \| 2 \|/,
    );
  });
  it('opens tables that only arrange the page', () => {
    assert.equal(
      htmlToMarkdown('<table><tr><td><h1>Hi</h1><p>text</p></td></tr></table>'),
      '# Hi\ntext',
    );
  });
  it('survives absurd spans and broken markup', () => {
    assert.match(
      htmlToMarkdown('<table><tr><td colspan="99999999" rowspan="-3">a<td>b</table>'),
      /\| a \|/,
    );
    assert.equal(htmlToMarkdown('<table></table>'), '');
    assert.equal(htmlToMarkdown('<p>open <b>never closed'), 'open **never closed**');
  });
  it('keeps all rows of a long table', () => {
    const rows = Array.from(
      { length: 500 },
      (_, index) => `<tr><td>${index}</td><td>v${index}</td></tr>`,
    ).join('');
    assert.equal(htmlToMarkdown(`<table>${rows}</table>`).split('\n').length, 501);
  });
});

describe('htmlTitle', () => {
  it('finds the title, on one line', () => {
    assert.equal(htmlTitle('<title>\n A\n  B &lt;C </title>'), 'A B <C');
    assert.equal(htmlTitle('<p>none</p>'), null);
    assert.equal(htmlTitle('<title> </title>'), null);
  });
});
