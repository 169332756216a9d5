import assert from 'node:assert/strict';
import { contentTypeOf } from '../../../runtime/web/contentType.ts';

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
const page = '<!DOCTYPE html><title>A page</title>';
const pdf = '%PDF-1.7\n%\xe2\xe3\xcf\xd3';
const zip = 'PK\x03\x04\x14\x00';
const png = '\x89PNG\r\n\x1a\n\x00\x00';

const cases: readonly (readonly [
  name: string,
  header: string | undefined,
  body: string,
  mediaType: string,
  charset: string | null,
  isText: boolean,
])[] = [
  ['a page', 'text/html; charset=UTF-8', page, 'text/html', 'utf-8', true],
  ['a quoted charset', 'Text/HTML ;Charset="Shift_JIS"', page, 'text/html', 'shift_jis', true],
  ['a page without a type', undefined, page, 'text/html', null, true],
  ['a page after a comment', '', `<!-- a\nb --> \n<HTML>`, 'text/html', null, true],
  ['a page with a mark', '', `\xef\xbb\xbf${page}`, 'text/html', null, true],
  ['a page as plain text', 'text/plain', page, 'text/plain', null, true],
  ['plain text', 'text/plain; charset=latin1', 'Gr\xfc\xdfe', 'text/plain', 'latin1', true],
  ['text without a type', undefined, 'hello', 'text/plain', null, true],
  ['text as bytes', 'application/octet-stream', 'hello', 'text/plain', null, true],
  ['UTF-16 with a mark', 'text/plain', '\xff\xfeh\x00i\x00', 'text/plain', null, true],
  ['an empty body', 'text/html', '', 'text/html', null, true],
  ['an empty body without a type', undefined, '', 'text/plain', null, true],
  ['JSON', 'application/json', '{"a":1}', 'application/json', null, true],
  [
    'JSON of a kind',
    'application/ld+json; charset=utf-8',
    '{}',
    'application/ld+json',
    'utf-8',
    true,
  ],
  ['a feed', 'application/atom+xml', '<feed/>', 'application/atom+xml', null, true],
  ['XML without a type', undefined, '<?xml version="1.0"?><a/>', 'application/xml', null, true],
  ['a drawing', 'image/svg+xml', '<svg/>', 'image/svg+xml', null, true],
  ['PDF', 'application/pdf', pdf, 'application/pdf', null, false],
  ['PDF without a type', undefined, pdf, 'application/pdf', null, false],
  ['PDF as bytes', 'application/octet-stream', pdf, 'application/pdf', null, false],
  ['PDF as plain text', 'text/plain', `${pdf}\x00\x01`, 'application/pdf', null, false],
  ['PDF as a page', 'text/html', `${pdf}\x00\x01`, 'application/pdf', null, false],
  ['a zip as bytes', 'binary/octet-stream', zip, 'application/zip', null, false],
  ['a picture', 'image/png', png, 'image/png', null, false],
  ['a picture as plain text', 'text/plain', png, 'image/png', null, false],
  ['an office file', 'application/vnd.ms-excel', zip, 'application/vnd.ms-excel', null, false],
  ['a page as an office file', 'application/vnd.ms-excel', page, 'text/html', null, true],
  ['a page as a picture', 'image/jpeg', page, 'text/html', null, true],
  ['unknown bytes', undefined, '\x00\x01\x02', 'application/octet-stream', null, false],
  ['unknown bytes as text', 'text/csv', 'a\x00b', 'text/csv', null, false],
  ['a header that says nothing', 'nonsense', 'hello', 'text/plain', null, true],
  ['two headers in one', 'text/html, text/html', page, 'text/html', null, true],
  ['an escape of old terminals', 'text/plain', 'a\x1b[1m', 'text/plain', null, true],
];

describe('the type of content', () => {
  for (const [name, header, body, mediaType, charset, isText] of cases) {
    it(`is found for ${name}`, () => {
      const headers = header === undefined ? {} : { 'content-type': header };
      const found = contentTypeOf({ headers, body: bytes(body) });
      assert.deepEqual(found, { mediaType, charset, isText });
    });
  }
});
