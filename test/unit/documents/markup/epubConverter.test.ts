import assert from 'node:assert/strict';
import { epubConverter } from '../../../../runtime/documents/markup/epubConverter.ts';
import { convertWith, isProblem, sourceOf } from '../../../fakes/convertWith.ts';
import { zipFile } from '../../../fakes/officeFiles.ts';

const container =
  '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>';
const book = `<package xmlns:dc="dc"><metadata><dc:title>The Book</dc:title><dc:creator>A. Writer</dc:creator><dc:creator>B. Other</dc:creator><dc:date>2025</dc:date></metadata>
<manifest><item id="a" href="one.xhtml"/><item id="b" href="text/two%20b.xhtml"/><item id="c" href="gone.xhtml"/></manifest>
<spine><itemref idref="b"/><itemref idref="a"/><itemref idref="c"/></spine></package>`;

function epub(members: Readonly<Record<string, string>> = {}): Uint8Array {
  return zipFile({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': container,
    'OEBPS/book.opf': book,
    'OEBPS/one.xhtml': '<html><body><h1>One</h1><p>First file.</p></body></html>',
    'OEBPS/text/two b.xhtml':
      '<html><body><h1>Two</h1><img src="x.jpg" alt="A map"/></body></html>',
    'OEBPS/text/x.jpg': 'jpeg',
    ...members,
  });
}

describe('epubConverter', () => {
  it('gives the chapters in reading order, behind what the book says of itself', async () => {
    const { format, text, lost } = await convertWith(epubConverter, 'x.epub', epub());
    assert.equal(format, 'epub');
    assert.equal(
      text,
      '# The Book\nauthor: A. Writer, B. Other\ndate: 2025\n\n# Two\n\n[picture: A map (x.jpg)]\n\n---\n\n# One\n\nFirst file.',
    );
    assert.deepEqual(lost, [
      'The chapter OEBPS/gone.xhtml is missing from the file.',
      '1 picture left out; descriptions are in the text.',
    ]);
  });
  it('is sure of its format', () =>
    assert.equal(epubConverter.recognise(sourceOf('x.zip', epub())), 1));
  it('refuses a protected book', async () => {
    await assert.rejects(
      convertWith(epubConverter, 'x.epub', epub({ 'META-INF/rights.xml': '<r/>' })),
      isProblem('password', /digital rights management/),
    );
  });
  it('refuses a book that names no chapters', async () => {
    const bytes = zipFile({ mimetype: 'application/epub+zip' });
    await assert.rejects(
      convertWith(epubConverter, 'x.epub', bytes),
      isProblem('corrupt', /where its chapters are/),
    );
  });
});
