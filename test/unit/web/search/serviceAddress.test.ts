import assert from 'node:assert/strict';
import { serviceAddress } from '../../../../runtime/web/search/serviceAddress.ts';

const usual = 'https://{lang}.wikipedia.org';
const read = (value?: string) => serviceAddress({ MIRROR: value }, 'MIRROR', usual);

describe('serviceAddress', () => {
  it('is the usual place when nothing is set', () => {
    for (const value of [undefined, '', '  ']) {
      assert.deepEqual(read(value), { url: usual, ownServer: null });
    }
  });
  it('is a mirror, whose server may be on this computer', () => {
    assert.deepEqual(read(' http://127.0.0.1:8081/{lang} '), {
      url: 'http://127.0.0.1:8081/{lang}',
      ownServer: '127.0.0.1:8081',
    });
    assert.equal(read('https://wiki.example').ownServer, 'wiki.example:443');
  });
  it('takes one host a language for public ones', () => {
    assert.deepEqual(read('https://{lang}.mirror.example'), {
      url: 'https://{lang}.mirror.example',
      ownServer: null,
    });
  });
  for (const value of ['localhost:80', 'ftp://a.example', 'http://', 'mirror']) {
    it(`refuses ${value}`, () => {
      assert.throws(() => read(value), { message: /^MIRROR is ".*", which is no web address/ });
    });
  }
});
