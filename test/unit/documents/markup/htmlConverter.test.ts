import assert from 'node:assert/strict';
import { htmlConverter } from '../../../../runtime/documents/markup/htmlConverter.ts';
import { convertWith, isProblem, sourceOf } from '../../../fakes/convertWith.ts';

const convert = (content: string | Uint8Array) => convertWith(htmlConverter, 'x.html', content);

describe('htmlConverter', () => {
  it('gives title and body, without scripts and styles', async () => {
    const { format, text, lost } = await convert(
      '<!doctype html><html><head><title>A &amp; B</title><style>p{}</style></head><body><p>Hello</p><script>alert(1 < 2)</script></body></html>',
    );
    assert.equal(format, 'html');
    assert.equal(text, 'Title: A & B\n\nHello');
    assert.deepEqual(lost, []);
  });
  it('does not repeat a title that heads the page', async () => {
    assert.equal(
      (await convert('<html><title>Top</title><h1>Top</h1><p>x</p></html>')).text,
      '# Top\n\nx',
    );
  });
  it('follows the charset that the page declares', async () => {
    const page = Buffer.from('<html><meta charset="iso-8859-1"><p>Größe</p></html>', 'latin1');
    assert.equal((await convert(page)).text, 'Größe');
  });
  it('names what cannot be shown', async () => {
    const { lost } = await convert(
      '<p>x</p><iframe src="y"></iframe><canvas></canvas><canvas></canvas>',
    );
    assert.deepEqual(lost, ['1 embedded page left out.', '2 drawings made by scripts left out.']);
  });
  it('says why a page made by scripts is empty', async () => {
    await assert.rejects(
      convert('<html><div id="app"></div><script>go()</script></html>'),
      isProblem('empty', /made by scripts/),
    );
  });
  it('recognises pages by their beginning and by name', () => {
    const score = (name: string, content: string): number =>
      htmlConverter.recognise(sourceOf(name, content));
    assert.equal(score('x.txt', '\n<!-- c --><!DOCTYPE HTML><p>'), 0.9);
    assert.equal(score('x', '<?xml version="1.0"?><html xmlns="x">'), 0.9);
    assert.equal(score('x.htm', '<p>part of a page</p>'), 0.8);
    assert.equal(score('x.txt', 'about <html> tags'), 0);
  });
});
