import assert from 'node:assert/strict';
import { legacyWordConverter } from '../../../../runtime/documents/office/legacyWordConverter.ts';
import { compoundFile } from '../../../fakes/compoundFile.ts';
import { convertWith, isProblem, sourceOf } from '../../../fakes/convertWith.ts';
import { wordFile } from '../../../fakes/wordFile.ts';

const convert = (bytes: Uint8Array) => convertWith(legacyWordConverter, 'x.doc', bytes);

describe('legacyWordConverter', () => {
  it('gives the text, and says what cannot be told from it', async () => {
    const { format, text, lost } = await convert(wordFile('Größe\rSecond\tparagraph\r'));
    assert.equal(format, 'doc');
    assert.equal(text, 'Größe\nSecond\tparagraph');
    assert.match(lost.join(), /Headings, lists and pictures.*separated by tabs/);
  });
  it('gives footnotes apart', async () => {
    const { text } = await convert(wordFile('Body\r', { footnotes: 'A note\r\r' }));
    assert.equal(text, 'Body\n\n## Footnotes\n\nA note');
  });
  it('does not take an encrypted file for text', async () => {
    await assert.rejects(
      convert(wordFile('noise\r', { encrypted: true })),
      isProblem('password', /without one/),
    );
  });
  it('refuses an empty document', async () => {
    await assert.rejects(convert(wordFile('\r')), isProblem('empty', /without text/));
  });
  it('names another format to ask for when the file cannot be read', async () => {
    const bytes = compoundFile({ WordDocument: 'x'.repeat(5000) });
    await assert.rejects(
      convert(bytes),
      isProblem('needs-converter', /Ask for it as \.docx or PDF/),
    );
  });
  it('is sure of Word files only', () => {
    assert.equal(legacyWordConverter.recognise(sourceOf('x', wordFile('x\r'))), 1);
    assert.equal(legacyWordConverter.recognise(sourceOf('x.doc', '{\\rtf1}')), 0);
  });
});
