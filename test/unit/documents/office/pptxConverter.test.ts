import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { pptxConverter } from '../../../../runtime/documents/office/pptxConverter.ts';
import { convertWith, isProblem, sourceOf } from '../../../fakes/convertWith.ts';
import type { SlideSpec } from '../../../fakes/officeFiles.ts';
import { pptxFile, shape, zipFile } from '../../../fakes/officeFiles.ts';

const convert = (slides: readonly SlideSpec[], files: Readonly<Record<string, string>> = {}) =>
  convertWith(pptxConverter, 'x.pptx', pptxFile(slides, files));
const one = async (
  shapes: string,
  files: Readonly<Record<string, string>> = {},
  relations: SlideSpec['relations'] = [],
) => {
  const { text } = await convert([{ shapes, relations }], files);
  return text.slice(text.indexOf('## Slide 1'));
};
const body = (paragraphs: string, placeholder = '<p:ph type="body"/>'): string =>
  `<p:sp><p:nvSpPr><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs}</p:txBody></p:sp>`;
const line = (text: string, properties = ''): string =>
  `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`;

describe('pptxConverter on slides', () => {
  it('follows the order of the presentation, not of the parts', async () => {
    const { format, text } = await convert([
      { shapes: shape('First', 'title') },
      { shapes: shape('Second', 'ctrTitle'), hidden: true, notes: 'Say nothing.' },
    ]);
    assert.equal(format, 'pptx');
    assert.equal(
      text,
      '# x.pptx\n\n2 slides, of which hidden: 2.\n\n## Slide 1: First\n\n## Slide 2 (hidden): Second\n\nNotes: Say nothing.',
    );
  });
  it('writes bullets by level, numbers and plain lines', async () => {
    const paragraphs =
      line('a') +
      line('b', '<a:pPr lvl="1"/>') +
      line('plain', '<a:pPr><a:buNone/></a:pPr>') +
      line('one', '<a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr>') +
      line('two', '<a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr>');
    assert.equal(await one(body(paragraphs)), '## Slide 1\n\n- a\n  - b\nplain\n1. one\n2. two');
  });
  it('leaves out what the program fills in and opens groups', async () => {
    const shapes = `${shape('7', 'sldNum')}${shape('1 May', 'dt')}<p:grpSp>${shape('in')}<p:grpSp>${shape('deeper')}</p:grpSp></p:grpSp>`;
    assert.equal(await one(shapes), '## Slide 1\n\nin\n\ndeeper');
  });
  it('gives links their address', async () => {
    const text = '<a:p><a:r><a:rPr><a:hlinkClick r:id="l"/></a:rPr><a:t>here</a:t></a:r></a:p>';
    const relations = [{ id: 'l', type: 'hyperlink', target: 'https://x.org', external: true }];
    assert.equal(await one(body(text, ''), {}, relations), '## Slide 1\n\n[here](https://x.org)');
  });
  it('writes tables with merged cells', async () => {
    const cell = (text: string, attributes = ''): string =>
      `<a:tc${attributes}><a:txBody>${line(text)}</a:txBody></a:tc>`;
    const table = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr>${cell('h', ' gridSpan="2"')}${cell('', ' hMerge="1"')}</a:tr><a:tr>${cell('tall', ' rowSpan="2"')}${cell('1')}</a:tr><a:tr>${cell('', ' vMerge="1"')}${cell('2')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
    assert.equal(
      await one(table),
      '## Slide 1\n\n| h |  |\n| --- | --- |\n| tall | 1 |\n| tall | 2 |',
    );
  });
  it('names pictures and counts what is lost', async () => {
    const picture = (attributes: string, extra = ''): string =>
      `<p:pic><p:nvPicPr><p:cNvPr id="1" name="Picture 3"${attributes}/><p:nvPr>${extra}</p:nvPr></p:nvPicPr></p:pic>`;
    const { text, lost } = await convert([
      { shapes: picture(' descr="A boat"') + picture('', '<a:videoFile r:link="v"/>') },
    ]);
    assert.match(text, /\[picture: A boat\]\n\n\[picture\]$/);
    assert.deepEqual(lost, [
      '2 pictures are named, not shown; where the author described them, the description is given.',
      '1 sound, film or embedded file left out.',
    ]);
  });
  it('writes SmartArt as a list', async () => {
    const diagram =
      '<dgm:dataModel><dgm:ptLst><dgm:pt modelId="0" type="doc"/><dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>Plan</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt modelId="2"><dgm:t><a:p><a:r><a:t>Do</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt modelId="9" type="pres"/></dgm:ptLst>' +
      '<dgm:cxnLst><dgm:cxn srcId="0" destId="1"/><dgm:cxn srcId="1" destId="2"/><dgm:cxn type="presOf" srcId="1" destId="9"/></dgm:cxnLst></dgm:dataModel>';
    const frame = '<p:graphicFrame><a:graphic><dgm:relIds r:dm="d"/></a:graphic></p:graphicFrame>';
    const text = await one(frame, { 'ppt/diagrams/data1.xml': diagram }, [
      { id: 'd', type: 'diagramData', target: '../diagrams/data1.xml' },
    ]);
    assert.equal(text, '## Slide 1\n\n[diagram]\n- Plan\n  - Do');
  });
  it('gives comments', async () => {
    const comments = '<p:cmLst><p:cm><p:text>Check this</p:text></p:cm></p:cmLst>';
    const text = await one(shape('x'), { 'ppt/comments/c1.xml': comments }, [
      { id: 'c', type: 'comments', target: '../comments/c1.xml' },
    ]);
    assert.match(text, /Comments:\n- Check this$/);
  });
});

describe('pptxConverter on files', () => {
  it('reads the slides of the sample workspace: chart, table, notes, hidden slide', async () => {
    const file = new URL(
      '../../../../media/sample-workspace/kestrel-boats/season-review.pptx',
      import.meta.url,
    );
    const { text } = await convertWith(pptxConverter, 'season-review.pptx', readFileSync(file));
    assert.match(text, /5 slides, of which hidden: 5/);
    assert.match(text, /\[chart: bar\]\n\| {2}\| Income in euro \|\n.*\n\| May \| 4099\.8 \|/);
    assert.match(text, /\| Price is fair \| 3\.9 \| 3\.7 \|/);
    assert.match(text, /Notes: Not for the slide: the bank expects \d+ euro/);
  });
  const sample = new URL('../../../../../shared/samples/markitdown_test.pptx', import.meta.url);
  it('finds every string that markitdown expects in its test presentation', async function () {
    if (!existsSync(sample)) {
      console.log('      skipped: ../shared/samples/markitdown_test.pptx is not here');
      this.skip();
    }
    const { text } = await convertWith(pptxConverter, 'markitdown_test.pptx', readFileSync(sample));
    const expected = [
      '2cdda5c8-e50e-4db4-b5f0-9722a649f455',
      '04191ea8-5c73-4215-a1d3-1cfb43aaaf12',
      '44bf7d06-5e7a-4a40-a2e1-a2e42ef28c8a',
      '1b92870d-e3b5-4e65-8153-919f4ff45592',
      'AutoGen: Enabling Next-Gen LLM Applications via Multi-Agent Conversation',
      'a3f6004b-6f4f-4ea8-bee3-3741f4dc385f',
      '2003',
    ];
    assert.deepEqual(
      expected.filter((part) => !text.includes(part)),
      [],
    );
  });
  it('refuses a presentation without slides', async () => {
    await assert.rejects(convert([]), isProblem('empty', /without slides/));
  });
  it('is sure of presentations only', () => {
    assert.equal(pptxConverter.recognise(sourceOf('x', pptxFile([{ shapes: '' }]))), 1);
    assert.equal(pptxConverter.recognise(sourceOf('x.pptx', zipFile({ a: 'b' }))), 0);
  });
});
