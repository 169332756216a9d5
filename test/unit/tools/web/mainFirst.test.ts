import assert from 'node:assert/strict';
import iconv from 'iconv-lite';
import { htmlConverter } from '../../../../runtime/documents/markup/htmlConverter.ts';
import { mainFirst } from '../../../../runtime/tools/web/mainFirst.ts';
import { convertWith } from '../../../fakes/convertWith.ts';

const prose = 'The tide rose until the boats in the harbour stood level with the wall. '.repeat(4);

async function textOf(page: string | Uint8Array, charset: string | null = null): Promise<string> {
  const bytes = typeof page === 'string' ? new TextEncoder().encode(page) : page;
  const ordered = mainFirst(bytes, charset);
  return (await convertWith(htmlConverter, 'page.html', ordered.bytes)).text;
}

describe('mainFirst', () => {
  const page = `<!doctype html><html><head><title>Tides</title></head><body>
    <nav><a href="/a">Menu one</a></nav>
    <main><h1>High water</h1><p>${prose}</p><aside><p>Buy boots</p></aside><p>The end.</p></main>
    <footer><p>Imprint</p></footer></body></html>`;

  it('puts the main part first and everything else after it, once', async () => {
    const text = await textOf(page);
    const places = [
      '# High water',
      'The tide rose',
      'The end.',
      '## Rest of the page',
      'Menu one',
      'Buy boots',
      'Imprint',
    ];
    const found = places.map((one) => text.indexOf(one));
    assert.deepEqual(
      found,
      [...found].sort((a, b) => a - b),
    );
    assert.ok(found.every((at) => at >= 0));
    for (const one of places) assert.equal(text.split(one).length, one === 'The tide rose' ? 5 : 2);
    assert.match(text, /^Title: Tides/);
  });
  it('leaves a page without a marked part as it is', () => {
    const plain = `<html><body><nav>Menu</nav><p>${prose}</p></body></html>`;
    const { bytes } = mainFirst(new TextEncoder().encode(plain), null);
    assert.equal(new TextDecoder().decode(bytes), plain);
  });
  it('keeps a part that stands outside of any body', async () => {
    const text = await textOf(`<nav>Menu</nav><article><p>${prose}</p></article>`);
    assert.ok(text.indexOf('The tide') < text.indexOf('Menu'));
  });

  const letters = 'Größe 日本語の潮 кораблей';
  it('keeps the letters of a page in UTF-8', async () => {
    const text = await textOf(`<main><p>${prose}${letters}</p></main>`);
    assert.match(text, /Größe 日本語の潮 кораблей/);
  });
  it('keeps the letters of a page in Shift-JIS that names its encoding itself', async () => {
    const japanese = `<html><head><meta charset="Shift_JIS"></head><body><p>表</p><main><p>${'港の潮は六時に満ちる。ソ能表'.repeat(30)}</p></main></body></html>`;
    const text = await textOf(iconv.encode(japanese, 'Shift_JIS'));
    assert.match(text, /^港の潮は六時に満ちる。ソ能表/);
    assert.match(text, /## Rest of the page\n\n表/);
  });
  it('believes the server about the encoding before the page', async () => {
    const latin = Buffer.from(
      `<html><head><meta charset="utf-8"></head><main><p>${prose}Größe</p></main></html>`,
      'latin1',
    );
    assert.match(await textOf(latin, 'iso-8859-1'), /Größe/);
  });
  it('tells the encoding of the server to a page without a head', async () => {
    const cyrillic = iconv.encode(`<!DOCTYPE html><p>кораблей</p>`, 'koi8-r');
    assert.match(await textOf(cyrillic, 'koi8-r'), /кораблей/);
  });
  it('leaves text alone whose bytes are no tags', () => {
    const shifted = iconv.encode(`<main><p>${'潮の港'.repeat(200)}</p></main>`, 'utf-16le');
    assert.deepEqual(Buffer.from(mainFirst(shifted, null).bytes), shifted);
    const escaped = Buffer.from('<main>\x1b$BD,\x1b(B</main>');
    assert.deepEqual(Buffer.from(mainFirst(escaped, null).bytes), escaped);
  });
  it('hands over bytes of its own', () => {
    const bytes = new TextEncoder().encode('<p>x</p>');
    assert.notEqual(mainFirst(bytes, null).bytes.buffer, bytes.buffer);
  });
});
