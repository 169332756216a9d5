import assert from 'node:assert/strict';
import type { DocumentText } from '../../../../runtime/documents/document.ts';
import { svgConverter } from '../../../../runtime/documents/markup/svgConverter.ts';

const source = (text: string, name = 'plan.svg') => ({
  name,
  bytes: new Uint8Array(Buffer.from(text)),
});

function convert(text: string): Promise<DocumentText> {
  const context = {
    signal: new AbortController().signal,
    convertInner: () => assert.fail('a drawing holds no documents'),
  };
  return svgConverter.convert(source(text), context);
}

describe('svgConverter', () => {
  const drawing =
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><title>Jetty</title>' +
    '<g><text x="1">Berth <tspan>7</tspan></text><rect fill="#00ff00"/></g><style>text{}</style></svg>';

  it('recognises drawings by content, and by name where the head is long', () => {
    assert.equal(svgConverter.recognise(source(drawing, 'x.bin')), 0.95);
    assert.equal(svgConverter.recognise(source('<!-- long -->', 'x.svg')), 0.7);
    assert.equal(svgConverter.recognise(source('<html><svg></svg></html>', 'page.html')), 0);
    assert.equal(svgConverter.recognise(source('plain words', 'x.svg')), 0);
  });
  it('lists the words before the source, in which colours can be read', async () => {
    const { text, lost } = await convert(drawing);
    assert.match(text, /Text in the drawing:\n- Jetty\n- Berth\n- 7\n\nSource:\n```svg\n/);
    assert.match(text, /fill="#00ff00"/);
    assert.deepEqual(lost, []);
  });
  it('cuts a long source and says so', async () => {
    const path = `<path d="${'M0 0L1 1'.repeat(4_000)}"/>`;
    const { text, lost } = await convert(`<svg>${path}<text>end</text></svg>`);
    assert.match(text, /- end/);
    assert.match(lost.join(), /^The last \d+ characters of the source are left out\.$/);
  });
  it('does not expand entities without end', async () => {
    const bomb =
      '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">' +
      '<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><svg><text>&c;</text></svg>';
    const { text } = await convert(bomb);
    assert.ok(text.length < 3_000, `${text.length} characters`);
  });
});
