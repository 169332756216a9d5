import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { docxConverter } from '../../../../runtime/documents/office/docxConverter.ts';
import { convertWith, isProblem, sourceOf } from '../../../fakes/convertWith.ts';
import type { Relation } from '../../../fakes/officeFiles.ts';
import { docxFile, zipFile } from '../../../fakes/officeFiles.ts';

const run = (text: string, properties = ''): string =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t>${text}</w:t></w:r>`;
const paragraph = (content: string, properties = ''): string =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`;
const cell = (text: string, properties = ''): string =>
  `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(run(text))}</w:tc>`;
const list = (id: number, level: number): string =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`;

async function convert(
  body: string,
  parts: Readonly<Record<string, string>> = {},
  relations: readonly Relation[] = [],
  files: Readonly<Record<string, string>> = {},
) {
  return convertWith(docxConverter, 'x.docx', docxFile(body, parts, relations, files));
}
const textOf = async (...args: Parameters<typeof convert>): Promise<string> =>
  (await convert(...args)).text;

describe('docxConverter on paragraphs', () => {
  it('joins runs and keeps their marks outside the spaces', async () => {
    const body = paragraph(
      run('plain ') +
        run('bo', '<w:b/>') +
        run('ld ', '<w:b/>') +
        run('it', '<w:i/>') +
        run(' off', '<w:b w:val="0"/>'),
    );
    assert.equal(await textOf(body), 'plain **bold** *it* off');
  });
  it('shows struck and highlighted words', async () => {
    const body = paragraph(
      run('old', '<w:strike/>') + run(' ') + run('hot', '<w:highlight w:val="yellow"/>'),
    );
    assert.equal(await textOf(body), '~~old~~ {highlight yellow: hot}');
  });
  it('finds headings by style name, by inheritance and by outline level', async () => {
    const styles =
      '<w:style w:styleId="H2"><w:name w:val="heading 2"/></w:style><w:style w:styleId="Mine"><w:name w:val="Mine"/><w:basedOn w:val="H2"/></w:style>';
    const body =
      paragraph(run('A', '<w:b/>'), '<w:pStyle w:val="H2"/>') +
      paragraph(run('B'), '<w:pStyle w:val="Mine"/>') +
      paragraph(run('C'), '<w:outlineLvl w:val="2"/>') +
      paragraph(run('D'), '<w:pStyle w:val="Heading1"/>');
    assert.equal(await textOf(body, { styles }), '## A\n\n## B\n\n### C\n\n# D');
  });
  it('keeps tabs, breaks, hyphens and symbols', async () => {
    const content =
      '<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:sym w:font="Symbol" w:char="F041"/></w:r>';
    assert.equal(await textOf(paragraph(content)), 'a\tb\nc-A');
  });
  it('gives links their address and fields their result', async () => {
    const field =
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText><w:t>code</w:t></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>' +
      `${run('7')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const body = paragraph(
      `<w:hyperlink r:id="l1">${run('site')}</w:hyperlink>${run(' ')}${field}<w:fldSimple w:instr="X">${run('!')}</w:fldSimple>`,
    );
    const relations = [{ id: 'l1', type: 'hyperlink', target: 'https://x.org/', external: true }];
    assert.equal(await textOf(body, {}, relations), '[site](https://x.org/) 7!');
  });
  it('writes equations as LaTeX', async () => {
    const math =
      '<m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath>';
    assert.equal(await textOf(paragraph(run('x = ') + math)), 'x = $\\frac{a}{b}$');
  });
});

describe('docxConverter on lists', () => {
  const numbering =
    '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl></w:abstractNum>' +
    '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="o"/></w:lvl></w:abstractNum>' +
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>';
  it('counts numbers that stand nowhere in the text', async () => {
    const body = [0, 1, 1, 0, 1]
      .map((level, index) => paragraph(run(`p${index}`), list(1, level)))
      .join('');
    assert.equal(
      await textOf(body, { numbering }),
      '1. p0\n  1.a) p1\n  1.b) p2\n2. p3\n  2.a) p4',
    );
  });
  it('writes bullets, and goes on after a paragraph between', async () => {
    const body =
      paragraph(run('a'), list(2, 0)) + paragraph(run('between')) + paragraph(run('b'), list(1, 0));
    assert.equal(await textOf(body, { numbering }), '- a\n\nbetween\n\n1. b');
  });
  it('numbers headings', async () => {
    const styles = `<w:style w:styleId="H1"><w:name w:val="heading 1"/><w:pPr>${list(1, 0)}</w:pPr></w:style>`;
    const body =
      paragraph(run('First'), '<w:pStyle w:val="H1"/>') +
      paragraph(run('Second'), '<w:pStyle w:val="H1"/>');
    assert.equal(await textOf(body, { numbering, styles }), '# 1. First\n\n# 2. Second');
  });
  it('takes a paragraph out of the list of its style', async () => {
    const styles = `<w:style w:styleId="L"><w:name w:val="L"/><w:pPr>${list(1, 0)}</w:pPr></w:style>`;
    const body = paragraph(run('out'), `<w:pStyle w:val="L"/>${list(0, 0)}`);
    assert.equal(await textOf(body, { numbering, styles }), 'out');
  });
});

describe('docxConverter on tables', () => {
  const row = (...cells: string[]): string => `<w:tr>${cells.join('')}</w:tr>`;
  it('repeats what goes on below and leaves room beside a wide cell', async () => {
    const body = `<w:tbl>${row(cell('a'), cell('wide', '<w:gridSpan w:val="2"/>'))}${row(cell('tall', '<w:vMerge w:val="restart"/>'), cell('1'), cell('2'))}${row(cell('', '<w:vMerge/>'), cell('3'), cell('x|y'))}</w:tbl>`;
    assert.equal(
      await textOf(body),
      '| a | wide |  |\n| --- | --- | --- |\n| tall | 1 | 2 |\n| tall | 3 | x\\|y |',
    );
  });
  it('keeps paragraphs and tables inside a cell', async () => {
    const inner = `<w:tbl>${row(cell('i'), cell('j'))}</w:tbl>`;
    const body = `<w:tbl>${row(cell('a'), cell('b'))}${row(`<w:tc>${paragraph(run('x'))}${paragraph(run('y'))}</w:tc>`, `<w:tc>${inner}</w:tc>`)}</w:tbl>`;
    assert.match(await textOf(body), /\| x<br>y \| \\\| i \\\| j \\\|<br>/);
  });
  it('opens content controls around blocks, rows and cells', async () => {
    const body = `<w:sdt><w:sdtPr><w:alias w:val="no text"/></w:sdtPr><w:sdtContent>${paragraph(run('in'))}<w:tbl><w:sdt><w:sdtContent><w:tr><w:sdt><w:sdtContent>${cell('c')}</w:sdtContent></w:sdt>${cell('d')}</w:tr></w:sdtContent></w:sdt></w:tbl></w:sdtContent></w:sdt>`;
    assert.equal(await textOf(body), 'in\n\n| c | d |\n| --- | --- |');
  });
});

describe('docxConverter on what stands beside the text', () => {
  it('gives notes, comments, headers and footers', async () => {
    const body = paragraph(
      `${run('text')}<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:endnoteReference w:id="1"/></w:r><w:r><w:commentReference w:id="0"/></w:r>`,
    );
    const { text } = await convert(body, {
      footnotes: `<w:footnote w:id="0" w:type="separator">${paragraph(run('---'))}</w:footnote><w:footnote w:id="2">${paragraph(run('foot'))}</w:footnote>`,
      endnotes: `<w:endnote w:id="1">${paragraph(run('end'))}</w:endnote>`,
      comments: `<w:comment w:id="0" w:author="Ann" w:date="2025-02-03T10:00:00Z">${paragraph(run('really?'))}</w:comment>`,
      header: paragraph(run('HEAD')),
      footer: paragraph(run('HEAD')),
    });
    assert.equal(
      text,
      'text[^2][^e1][comment 1]\n\n## Footnotes\n\n[^2]: foot\n\n## Endnotes\n\n[^e1]: end\n\n## Comments\n\n[comment 1] Ann, 2025-02-03: really?\n\n## Headers and footers\n\nHEAD',
    );
  });
  it('marks tracked changes and says so', async () => {
    const body = paragraph(
      `${run('a ')}<w:del><w:r><w:delText>old</w:delText></w:r></w:del>${run(' ')}<w:ins>${run('new')}</w:ins>`,
    );
    const { text, notes } = await convert(body);
    assert.equal(text, 'a {deleted: old} {inserted: new}');
    assert.match(notes?.join() ?? '', /1 insertion and 1 deletion/);
  });
  it('includes hidden text and says so', async () => {
    const { text, notes } = await convert(paragraph(run('secret', '<w:vanish/>')));
    assert.equal(text, 'secret');
    assert.match(notes?.join() ?? '', /hidden/);
  });
  it('names pictures by their description and counts them', async () => {
    const drawing =
      '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="A blue boat"/><a:graphic><pic:pic><a:blip r:embed="x"/></pic:pic></a:graphic></wp:inline></w:drawing></w:r>';
    const { text, lost } = await convert(paragraph(drawing));
    assert.equal(text, '[picture: A blue boat]');
    assert.match(lost.join(), /^1 picture left out/);
  });
  it('reads a text box once, though old and new forms stand side by side', async () => {
    const box = (text: string): string => `<w:txbxContent>${paragraph(run(text))}</w:txbxContent>`;
    const alternative = `<w:r><mc:AlternateContent><mc:Choice><w:drawing><wps:txbx>${box('boxed')}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>${box('boxed')}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
    assert.equal(
      await textOf(paragraph(run('before') + alternative)),
      'before\n\n[text box]\nboxed',
    );
  });
  it('writes the data of a chart', async () => {
    const chart =
      '<c:chartSpace><c:chart><c:plotArea><c:pieChart><c:ser><c:cat><c:pt idx="0"><c:v>A</c:v></c:pt></c:cat><c:val><c:pt idx="0"><c:v>3</c:v></c:pt></c:val></c:ser></c:pieChart></c:plotArea></c:chart></c:chartSpace>';
    const drawing =
      '<w:r><w:drawing><a:graphic><a:graphicData><c:chart r:id="ch"/></a:graphicData></a:graphic></w:drawing></w:r>';
    const text = await textOf(
      paragraph(drawing),
      {},
      [{ id: 'ch', type: 'chart', target: 'charts/c1.xml' }],
      { 'word/charts/c1.xml': chart },
    );
    assert.equal(text, '[chart: pie]\n|  | Series 1 |\n| --- | --- |\n| A | 3 |');
  });
});

describe('docxConverter on files', () => {
  it('reads a document of the sample workspace', async () => {
    const file = new URL(
      '../../../../media/sample-workspace/kestrel-boats/notes/price-policy.docx',
      import.meta.url,
    );
    const { text, lost } = await convertWith(
      docxConverter,
      'price-policy.docx',
      readFileSync(file),
    );
    assert.match(text, /## Cancellation\n/);
    assert.match(text, /\| 3 to 6 days \| 30 % \|/);
    assert.match(text, /- Members pay half of the fee\.\n- Rowing boats/);
    assert.match(text, /## Headers and footers\n\nKestrel Boats - price policy/);
    assert.deepEqual(lost, []);
  });
  it('refuses what it cannot read, with the part at fault', async () => {
    const types = { '[Content_Types].xml': '<Types/>' };
    await assert.rejects(convert(''), isProblem('empty', /without text/));
    const missing = zipFile({ ...types, 'word/other.xml': '<x/>' });
    await assert.rejects(
      convertWith(docxConverter, 'x.docx', missing),
      isProblem('corrupt', /no document part/),
    );
    const broken = zipFile({ ...types, 'word/document.xml': '<w:document><w:body>' });
    await assert.rejects(
      convertWith(docxConverter, 'x.docx', broken),
      isProblem('corrupt', /x\.docx\/word\/document\.xml is not well-formed/),
    );
  });
  it('is sure of Word files only', () => {
    assert.equal(docxConverter.recognise(sourceOf('x.zip', docxFile(''))), 1);
    assert.equal(docxConverter.recognise(sourceOf('x.docx', zipFile({ a: 'b' }))), 0);
  });
});
