import assert from 'node:assert/strict';
import { charsetOf, pageName } from '../../../../runtime/tools/web/pageName.ts';

const nameOf = (url: string, type: string | null, body = ''): string =>
  pageName({
    url,
    headers: type === null ? {} : { 'content-type': type },
    body: new TextEncoder().encode(body),
  });

describe('pageName', () => {
  const names: readonly (readonly [url: string, type: string | null, name: string])[] = [
    ['https://a.example/', 'text/html', 'page.html'],
    ['https://a.example/news/today', 'text/html; charset=utf-8', 'today.html'],
    ['https://a.example/index.HTML', 'text/html', 'index.html'],
    ['https://a.example/report.php?id=1', 'application/pdf', 'report.php.pdf'],
    ['https://a.example/report.pdf#page=2', 'application/pdf', 'report.pdf'],
    ['https://a.example/data', 'TEXT/CSV', 'data.csv'],
    ['https://a.example/data.bin', 'application/octet-stream', 'data.bin'],
    ['https://a.example/a%2Fb%20c.txt', 'text/plain', 'a_b c.txt'],
    ['https://a.example/100%', 'text/plain', '100%.txt'],
    ['https://a.example/', null, 'page'],
  ];
  for (const [url, type, name] of names) {
    it(`calls ${url} of ${type ?? 'no type'} ${name}`, () => assert.equal(nameOf(url, type), name));
  }
  it('knows a page by its beginning where the site does not say', () => {
    assert.equal(nameOf('https://a.example/x', null, '<!-- a --> <!DOCTYPE html><p>'), 'x.html');
    assert.equal(
      nameOf('https://a.example/x', 'application/octet-stream', '\ufeff<html>'),
      'x.html',
    );
    assert.equal(nameOf('https://a.example/x', null, 'plain < html'), 'x');
  });
});

describe('charsetOf', () => {
  const types: readonly (readonly [string, string | null])[] = [
    ['text/html; charset=UTF-8', 'UTF-8'],
    ['text/html;charset="shift_jis"; x=y', 'shift_jis'],
    ['text/html', null],
    ['text/html; charset=', null],
    ['text/html; charset="><script>"', null],
  ];
  for (const [type, charset] of types) {
    it(`reads ${type}`, () => assert.equal(charsetOf({ 'content-type': type }), charset));
  }
});
