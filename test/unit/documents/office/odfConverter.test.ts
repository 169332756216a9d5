import assert from 'node:assert/strict';
import { odfConverter } from '../../../../runtime/documents/office/odfConverter.ts';
import { convertWith, isProblem, sourceOf } from '../../../fakes/convertWith.ts';
import { zipFile } from '../../../fakes/officeFiles.ts';

const kinds = { odt: 'text', odp: 'presentation' } as const;

function odf(
  kind: keyof typeof kinds,
  body: string,
  more: Readonly<Record<string, string>> = {},
): Uint8Array {
  const name = kinds[kind];
  return zipFile({
    mimetype: `application/vnd.oasis.opendocument.${name}`,
    'content.xml': `<office:document-content><office:body><office:${name}>${body}</office:${name}></office:body></office:document-content>`,
    ...more,
  });
}
const convert = (body: string, more: Readonly<Record<string, string>> = {}) =>
  convertWith(odfConverter, 'x.odt', odf('odt', body, more));
const p = (text: string): string => `<text:p>${text}</text:p>`;

describe('odfConverter on texts', () => {
  const cases: readonly (readonly [what: string, body: string, text: string])[] = [
    [
      'headings and paragraphs',
      `<text:h text:outline-level="2">Head</text:h>${p('a <text:span>b</text:span>')}`,
      '## Head\n\na b',
    ],
    [
      'spaces, tabs and breaks',
      p('a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>d'),
      'a   b\tc\nd',
    ],
    ['links', p('<text:a xlink:href="https://x.org">here</text:a>'), '[here](https://x.org)'],
    [
      'lists in lists',
      `<text:list><text:list-item>${p('a')}<text:list><text:list-item>${p('b')}</text:list-item></text:list></text:list-item></text:list>`,
      '- a\n  - b',
    ],
    ['sections', `<text:section>${p('in')}</text:section>`, 'in'],
    [
      'notes',
      p(
        'x<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>foot</text:p></text:note-body></text:note>',
      ),
      'x[^1]\n\n## Notes\n\n[^1]: foot',
    ],
    [
      'comments',
      p(
        'x<office:annotation><dc:creator>Ann</dc:creator><dc:date>2025</dc:date><text:p>why?</text:p></office:annotation>',
      ),
      'x[comment 1]\n\n## Comments\n\n[comment 1] Ann: why?',
    ],
    [
      'text boxes and pictures',
      p(
        '<draw:frame><draw:text-box><text:p>boxed</text:p></draw:text-box></draw:frame><draw:frame><draw:image/><svg:desc>A boat</svg:desc></draw:frame>',
      ),
      'boxed[picture: A boat]',
    ],
  ];
  for (const [what, body, text] of cases)
    it(what, async () => assert.equal((await convert(body)).text, text));

  it('writes tables, with repeated cells but not to the edge of the sheet', async () => {
    const cell = (text: string, attributes = ''): string =>
      `<table:table-cell${attributes}>${text === '' ? '' : p(text)}</table:table-cell>`;
    const body = `<table:table><table:table-header-rows><table:table-row>${cell('a')}${cell('b')}${cell('c')}</table:table-row></table:table-header-rows><table:table-row>${cell('x', ' table:number-columns-repeated="2"')}<table:covered-table-cell/>${cell('', ' table:number-columns-repeated="16000"')}</table:table-row></table:table>`;
    assert.equal(
      (await convert(body)).text,
      '| a | b | c |  |\n| --- | --- | --- | --- |\n| x | x |  |  |',
    );
  });
  it('leaves deleted text out and says so; counts objects', async () => {
    const body = `<text:tracked-changes><text:changed-region><text:deletion>${p('gone')}</text:deletion></text:changed-region></text:tracked-changes>${p('kept')}${p('<draw:frame><draw:object/></draw:frame>')}`;
    const { text, lost } = await convert(body);
    assert.equal(text, 'kept\n\n[embedded object]');
    assert.deepEqual(lost, [
      '1 embedded object left out, such as charts or formulas.',
      '1 tracked change is shown as accepted; deleted text is left out.',
    ]);
  });
  it('gives headers and footers of the page styles once', async () => {
    const styles = `<office:document-styles><office:master-styles><style:master-page><style:header>${p('Top')}</style:header></style:master-page><style:master-page><style:header>${p('Top')}</style:header><style:footer>${p('End')}</style:footer></style:master-page></office:master-styles></office:document-styles>`;
    assert.match(
      (await convert(p('x'), { 'styles.xml': styles })).text,
      /^x\n\n## Headers and footers\n\nTop\n\nEnd$/,
    );
  });
});

describe('odfConverter on presentations', () => {
  it('gives slides with their notes', async () => {
    const page = `<draw:page draw:name="Start"><draw:frame><draw:text-box>${p('Hello')}</draw:text-box></draw:frame><presentation:notes><draw:frame><draw:text-box>${p('Say hi')}</draw:text-box></draw:frame></presentation:notes></draw:page>`;
    const { format, text } = await convertWith(odfConverter, 'x.odp', odf('odp', page));
    assert.equal(format, 'odp');
    assert.equal(text, '## Slide 1: Start\n\nHello\n\nNotes: Say hi');
  });
});

describe('odfConverter on files', () => {
  it('is sure of texts and presentations, and leaves spreadsheets to others', () => {
    assert.equal(odfConverter.recognise(sourceOf('x', odf('odt', ''))), 1);
    assert.equal(
      odfConverter.recognise(
        sourceOf('x', zipFile({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' })),
      ),
      0,
    );
  });
  it('says what is wrong', async () => {
    const manifest = '<m:manifest><m:encryption-data/></m:manifest>';
    await assert.rejects(
      convert(p('x'), { 'META-INF/manifest.xml': manifest }),
      isProblem('password', /without one/),
    );
    await assert.rejects(convert(''), isProblem('empty', /no text/));
    const bare = zipFile({ mimetype: 'application/vnd.oasis.opendocument.text' });
    await assert.rejects(
      convertWith(odfConverter, 'x.odt', bare),
      isProblem('corrupt', /no content\.xml/),
    );
  });
});
